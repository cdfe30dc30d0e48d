import ChatStore
import Foundation

/// A place for stores that goes with the test.
final class StoreFolder: Sendable {
    let path = NSTemporaryDirectory() + "store-\(UUID().uuidString)"

    init() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var location: StoreLocation { StoreLocation(folder: path + "/bobbin", profile: "home", account: "7") }
    var database: String { path + "/bobbin/home/7.sqlite" }

    func open() async throws -> ChatStore { try await ChatStore.open(location) }

    /// The names in the profile's folder.
    func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path + "/bobbin/home").sorted()
    }

    func mode(of name: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path + "/" + name)
        return (attributes[.posixPermissions] as? Int ?? 0) & 0o777
    }
}

/// A message with what matters to a test, and the rest made up.
func message(
    _ number: Int64,
    _ text: String? = nil,
    clientID: String? = nil,
    sender: String = "Mina",
    editedAt: Int64? = nil,
    isDeleted: Bool = false,
    time: Int64? = nil,
    details: [UInt8] = []
) -> StoredMessage {
    StoredMessage(
        id: "\(number)",
        position: .number(number),
        clientID: clientID,
        senderID: "s-" + sender,
        sender: sender,
        text: text ?? "text \(number)",
        time: time ?? 1_700_000_000_000 + number * 1000,
        editedAt: editedAt,
        isDeleted: isDeleted,
        details: details
    )
}

func page(
    _ numbers: ClosedRange<Int64>,
    of threadID: String = "t",
    before end: Int64? = nil,
    isBeginning: Bool = false
) -> StoreChange {
    .stretch(
        StoredStretch(
            threadID: threadID,
            messages: numbers.map { message($0) },
            end: end.map { .number($0) },
            isBeginning: isBeginning
        )
    )
}

extension StoredHistory {
    /// The messages' numbers, with nil where something may be missing.
    var outline: [Int64?] {
        messages.flatMap { message -> [Int64?] in
            guard case .number(let number) = message.position else { return [] }
            return gaps.contains(message.position) ? [number, nil] : [number]
        }
    }
}
