import Chat
import ChatStore
import Foundation
import Stomp
import StompClient
import Transport

/// A chat whose threads are streams, over a real broker, and what its front has been shown.
struct StreamChat: ~Copyable {
    let session: BrokerSession
    private var updates: AsyncStream<[ChatUpdate]>.Iterator
    /// The rows of each thread, as a front would keep them.
    private(set) var rows: [String: [ChatMessage]] = [:]
    private(set) var hasOlder: [String: Bool] = [:]
    private(set) var failures: [String] = []

    init(_ urls: [URL], threads: [String], sender: String, shelf: StoreShelf? = nil) async {
        let connection = StompConnection(
            url: urls[0],
            alternatives: Array(urls.dropFirst()),
            tokenStore: NoTokens(),
            transport: CurlTransport(),
            settings: .guest
        )
        session = BrokerSession(
            connection: connection,
            url: urls[0].absoluteString,
            threads: threads.map(StreamNames.all.thread),
            writer: MessageWriter(sender: sender),
            streams: .all,
            shelf: shelf,
            account: "guest"
        )
        updates = session.updates().makeAsyncIterator()
        await session.start()
    }

    func texts(_ threadID: String) -> [String] { rows[threadID, default: []].map(\.text) }

    /// Takes updates until `isDone`.
    mutating func until(_ isDone: (borrowing StreamChat) -> Bool) async throws {
        while !isDone(self) {
            guard let more = await updates.next(isolation: #isolation) else { throw Ended() }
            for update in more { take(update) }
        }
    }

    struct Ended: Error {}

    private mutating func take(_ update: ChatUpdate) {
        switch update {
        case .messages(let id, let messages):
            rows[id, default: []] += messages
        case .timeline(let id, .replaced(let items, let hasOlder)):
            rows[id] = items.messages
            self.hasOlder[id] = hasOlder
        case .timeline(let id, .inserted(let items, before: nil, let hasOlder)):
            rows[id] = items.messages + rows[id, default: []]
            self.hasOlder[id] = hasOlder
        case .delivery(let id, let messageID, let delivery):
            guard let index = rows[id]?.firstIndex(where: { $0.id == messageID }) else { return }
            rows[id]?[index].delivery = delivery
            if case .failed(let reason) = delivery { failures.append(reason) }
        case .left(_, let reason?): failures.append(reason)
        default: break
        }
    }
}

extension [TimelineItem] {
    fileprivate var messages: [ChatMessage] {
        compactMap { if case .message(let message) = $0 { message } else { nil } }
    }
}

/// A place for what is kept, which goes with the test.
final class OwnShelf: Sendable {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "bobbin-shelf-\(UUID().uuidString)")
    var shelf: StoreShelf { StoreShelf(folder: folder.path, profile: "test") }

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Everything that is stored of a thread, oldest first.
    func messages(of threadID: String) async throws -> [StoredMessage] {
        let store = try await shelf.open(account: "guest")
        let history = try await store.newest(of: threadID, limit: 100_000)
        await store.close()
        return history.messages
    }
}
