import Community
import Synchronization

/// Somebody with an account.
struct Person: Sendable {
    let id: String
    let name: String
    /// A client that speaks for them.
    let client: APIClient
    /// One that speaks for nobody.
    let bare: APIClient
    let session: MemberSession
    let calls: CountingHTTPClient

    init(_ answer: SignedIn, _ bare: APIClient, _ calls: CountingHTTPClient) {
        id = answer.memberId
        name = answer.name
        self.bare = bare
        self.calls = calls
        let tokens = StoredTokens(
            access: answer.accessToken,
            refresh: answer.refreshToken,
            memberId: answer.memberId,
            name: answer.name
        )
        session = MemberSession(store: MemoryStore(tokens), exchange: ServerTokenExchange(client: bare))
        client = bare.adding(TokenPlugin(session: session))
    }

    /// The threads that are not pinned, all pages.
    func threads(_ query: ThreadListQuery = ThreadListQuery()) async throws -> [WireThread] {
        var query = query
        var threads: [WireThread] = []
        while true {
            let page = try await client.call(ThreadEndpoints.List(query: query))
            threads += page.threads
            guard let next = page.nextOffset, next > query.offset else { return threads }
            query.offset = next
        }
    }

    /// The pinned threads.
    func pinned() async throws -> [WireThread] { try await client.call(ThreadEndpoints.List()).pinned }

    /// The messages of a thread that people wrote, all pages, oldest first.
    func messages(in threadID: String) async throws -> [WireMessage] {
        var query = MessagesQuery()
        var messages: [WireMessage] = []
        while true {
            let page = try await client.call(MessageEndpoints.List(threadId: threadID, query: query))
            messages += page.messages
            guard page.hasMore else { return messages.reversed().filter { $0.type != .system } }
            query.before = page.nextBefore
        }
    }

    /// The members of a thread, all pages.
    func members(of threadID: String, limit: Int = 50) async throws -> [WireMember] {
        try await allMembers(limit) { ThreadEndpoints.Members(threadId: threadID, query: $0) }
    }

    /// Who can be invited to a thread, all pages.
    func invitable(to threadID: String) async throws -> [WireMember] {
        try await allMembers(50) { ThreadEndpoints.Invitable(threadId: threadID, query: $0) }
    }

    /// The members that a list of pages names.
    func allMembers<Call: APIEndpoint>(
        _ limit: Int,
        _ call: (PageQuery) -> Call
    ) async throws -> [WireMember] where Call.Answer == MemberPage {
        var query = PageQuery(limit: limit)
        var members: [WireMember] = []
        while true {
            let page = try await client.call(call(query))
            members += page.items
            guard let next = page.nextOffset, next > query.offset else { return members }
            query.offset = next
        }
    }

    /// The status and code with which a call is refused; nil when it is not.
    func refusal(_ call: some APIEndpoint) async throws -> Refused? {
        try await refused { () throws(APIFailure) in _ = try await client.call(call) }
    }
}

/// The status and code of a refusal.
struct Refused: Equatable {
    let status: Int
    let code: String

    init(_ status: Int, _ code: String) {
        self.status = status
        self.code = code
    }
}

/// How something is refused; nil when it is not.
func refused(_ body: () async throws(APIFailure) -> Void) async throws -> Refused? {
    do throws(APIFailure) {
        try await body()
        return nil
    } catch .refused(let refusal) {
        return Refused(refusal.status, refusal.code)
    }
}

/// Keeps a session in memory.
final class MemoryStore: SessionStore {
    private struct Lock: SessionLock {
        func release() {}
    }

    private let kept: Mutex<StoredTokens?>

    init(_ tokens: StoredTokens?) {
        kept = Mutex(tokens)
    }

    func load() async throws(TokenStoreFault) -> StoredTokens? { kept.withLock { $0 } }
    func keep(_ tokens: StoredTokens) async throws(TokenStoreFault) { kept.withLock { $0 = tokens } }
    func forget() async throws(TokenStoreFault) { kept.withLock { $0 = nil } }
    func lock() async throws(TokenStoreFault) -> any SessionLock { Lock() }
}
