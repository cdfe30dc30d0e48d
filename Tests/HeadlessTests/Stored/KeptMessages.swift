import ChatStore
import Foundation

@testable import Headless

/// A store in a folder of its own, gone with the value, and what commands about it write.
final class KeptMessages: Sendable {
    let store: ChatStore
    let output = OutputPipe()
    let errors = OutputPipe()
    private let folder: String
    private let location: StoreLocation

    /// 30 November 2026, 12:00 UTC.
    static let noon: Int64 = 1_796_040_000_000

    init() async throws {
        var template = Array("/tmp/bobbin-kept-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw CocoaError(.fileWriteUnknown) }
        folder = String(cString: made)
        location = StoreLocation(folder: folder + "/bobbin", profile: "work", account: "1")
        store = try await ChatStore.open(location)
    }

    /// The store as a program finds it that starts after this one has ended.
    func reopened() async throws -> ChatStore {
        await store.close()
        return try await ChatStore.open(location)
    }

    /// The same where nothing can be written.
    func readOnly() async throws -> ChatStore { try await ChatStore.open(location, access: .reading) }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    var notices: Notices { Notices(errors.writer, isQuiet: false, isVerbose: false) }

    /// A message as many minutes after noon as its number says.
    static func message(_ number: Int64, _ text: String, from sender: String = "민지") -> StoredMessage {
        StoredMessage(
            id: "\(number)",
            position: .number(number),
            senderID: "7",
            sender: sender,
            text: text,
            time: noon + number * 60_000
        )
    }

    /// Two threads; of the second the beginning is not known.
    static func filled() async throws -> KeptMessages {
        let kept = try await KeptMessages()
        try await kept.store.commit([
            .threadList([StoredThread(id: "1", title: "Tea"), StoredThread(id: "2", title: "차 모임", order: 1)]),
            .stretch(
                StoredStretch(
                    threadID: "1",
                    messages: [
                        message(1, "자전거 탈까요"), message(2, "# no *heading*\n\n1. two\nlines", from: "Ann_Lee"),
                        message(3, "my bicycle", from: "Ann_Lee"),
                    ],
                    isBeginning: true
                )
            ),
            .stretch(StoredStretch(threadID: "2", messages: [message(10, "전거 again"), message(2000, "tomorrow")])),
        ])
        return kept
    }
}
