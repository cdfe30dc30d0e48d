import Community
import Stomp
import Synchronization
import TestSupport

@testable import Headless

/// A community of one test: threads and their messages, handed out in small pages.
final class SmallCommunity: CommunityCalls {
    private struct State {
        var threads: [WireThread] = []
        var messages: [String: [WireMessage]] = [:]
        var failures: [APIFailure] = []
        var isSignedIn = true
        var pageCount = 0
    }

    /// Decided when messages are asked for the first time.
    let firstPage = OneShot<Void>()
    private let state = Mutex(State())
    private let pageSize: Int

    init(pageSize: Int = 3, _ threads: (id: String, title: String)...) {
        self.pageSize = pageSize
        state.withLock { state in
            state.threads = threads.map { WireThread(threadId: $0.id, title: $0.title, isJoined: true) }
        }
    }

    /// Writes messages with identifiers from `first` on, one a second from their identifier's second on.
    func write(_ threadID: String, from first: Int, _ texts: String..., sender: String = "Kim") {
        for (index, text) in texts.enumerated() {
            let message = SmallCommunity.message(first + index, threadID, text, sender: sender)
            state.withLock { $0.messages[threadID, default: []].append(message) }
        }
    }

    func add(_ thread: WireThread) { state.withLock { $0.threads.append(thread) } }

    func signOut() { state.withLock { $0.isSignedIn = false } }

    /// Lets the next calls for messages fail.
    func fail(_ failures: APIFailure...) { state.withLock { $0.failures = failures } }

    /// The pages of messages asked for so far.
    var pageCount: Int { state.withLock(\.pageCount) }

    static func message(_ id: Int, _ threadID: String, _ text: String, sender: String = "Kim") -> WireMessage {
        WireMessage(
            messageId: "\(id)",
            threadId: threadID,
            senderId: "id-\(sender)",
            senderName: sender,
            content: text,
            createdAt: Timestamp(milliseconds: 1_796_031_600_000 + Int64(id) * 1000)
        )
    }

    func isSignedIn() async throws(APIFailure) -> Bool { state.withLock(\.isSignedIn) }
    func version() async throws(APIFailure) -> VersionInfo { VersionInfo(minimum: "0.0.1", latest: "0.0.1") }
    func me() async throws(APIFailure) -> WireProfile { WireProfile(memberId: "id-Me", name: "Me") }
    func thread(_ id: String) async throws(APIFailure) -> WireThread {
        guard let thread = state.withLock({ $0.threads.first { $0.threadId == id } }) else {
            throw .unexpected(detail: "no thread \(id)")
        }
        return thread
    }

    func threads(from offset: Int) async throws(APIFailure) -> ThreadPage {
        ThreadPage(threads: Array(state.withLock(\.threads).dropFirst(offset)))
    }

    func members(of threadID: String, from offset: Int) async throws(APIFailure) -> MemberPage { MemberPage() }

    func messages(of threadID: String, before: String?) async throws(APIFailure) -> MessagePage {
        defer { firstPage.decide(()) }
        let result: Result<MessagePage, APIFailure> = state.withLock { state in
            state.pageCount += 1
            if let failure = state.failures.first {
                state.failures.removeFirst()
                return .failure(failure)
            }
            let all = state.messages[threadID, default: []]
            let end = before.flatMap { id in all.firstIndex { $0.messageId == id } } ?? all.count
            let page = all[..<end].suffix(pageSize)
            let hasMore = page.count < end
            return .success(
                MessagePage(
                    messages: page.reversed(),
                    hasMore: hasMore,
                    nextBefore: hasMore ? page.first?.messageId : nil
                )
            )
        }
        return try result.get()
    }
}

extension BrokerAnswer {
    /// Events of a community on the subscription that brings them.
    static func events(_ payloads: [(thread: String, LivePayload)], to id: String) -> [StompFrame] {
        messages(
            to: id,
            payloads.enumerated().map { index, payload in
                let event = LiveEvent(
                    eventId: "e-\(payload.thread)-\(index)-\(payload.1.hashValue)",
                    threadId: payload.thread,
                    occurredAt: Timestamp(milliseconds: 1_796_031_605_000),
                    payload: payload.1
                )
                return (try? WireJSON.write(event)) ?? []
            }
        )
    }

    /// New messages as events.
    static func created(_ messages: WireMessage..., to id: String) -> [StompFrame] {
        events(messages.map { ($0.threadId, .messageCreated(MessageCreated(message: $0))) }, to: id)
    }
}
