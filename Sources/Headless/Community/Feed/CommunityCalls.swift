package import Community

/// The calls of a community's API that print threads need.
package protocol CommunityCalls: Sendable {
    /// Whether somebody is signed in, as far as this machine knows.
    func isSignedIn() async throws(APIFailure) -> Bool
    func version() async throws(APIFailure) -> VersionInfo
    func me() async throws(APIFailure) -> WireProfile
    func threads(from offset: Int) async throws(APIFailure) -> ThreadPage
    func thread(_ id: String) async throws(APIFailure) -> WireThread
    func messages(of threadID: String, before: String?) async throws(APIFailure) -> MessagePage
    func members(of threadID: String, from offset: Int) async throws(APIFailure) -> MemberPage
}

extension CommunityCalls {
    /// All threads, 10,000 at most.
    package func allThreads() async throws(APIFailure) -> [WireThread] {
        var threads: [WireThread] = []
        var seen: Set<String> = []
        var offset: Int? = 0
        while let from = offset, from < 10_000 {
            let page = try await self.threads(from: from)
            threads += (page.pinned + page.threads).filter { seen.insert($0.threadId).inserted }
            offset = page.nextOffset.flatMap { $0 > from ? $0 : nil }
        }
        return threads
    }

    /// Everybody in a thread, 100,000 at most.
    package func allMembers(of threadID: String) async throws(APIFailure) -> [WireMember] {
        var members: [WireMember] = []
        var offset: Int? = 0
        while let from = offset, from < 100_000 {
            let page = try await self.members(of: threadID, from: from)
            members += page.items
            offset = page.nextOffset.flatMap { $0 > from ? $0 : nil }
        }
        return members
    }
}

/// The calls, made by a client.
package struct ClientCalls: CommunityCalls {
    private static let page = 100

    private let client: APIClient
    private let session: MemberSession
    private let programVersion: String

    /// - Parameters:
    ///   - client: one with a plugin of the same session.
    ///   - version: of this program.
    package init(_ client: APIClient, session: MemberSession, version: String) {
        self.client = client
        self.session = session
        programVersion = version
    }

    package func isSignedIn() async throws(APIFailure) -> Bool { try await session.current() != nil }

    package func version() async throws(APIFailure) -> VersionInfo {
        try await client.call(AppEndpoints.Version(query: VersionQuery(version: programVersion)))
    }

    package func me() async throws(APIFailure) -> WireProfile { try await client.call(MemberEndpoints.Me()) }

    package func threads(from offset: Int) async throws(APIFailure) -> ThreadPage {
        try await client.call(ThreadEndpoints.List(query: ThreadListQuery(offset: offset, limit: Self.page)))
    }

    package func thread(_ id: String) async throws(APIFailure) -> WireThread {
        try await client.call(ThreadEndpoints.Get(threadId: id))
    }

    package func messages(of threadID: String, before: String?) async throws(APIFailure) -> MessagePage {
        let query = MessagesQuery(before: before, limit: Self.page)
        return try await client.call(MessageEndpoints.List(threadId: threadID, query: query))
    }

    package func members(of threadID: String, from offset: Int) async throws(APIFailure) -> MemberPage {
        let query = PageQuery(offset: offset, limit: Self.page)
        return try await client.call(ThreadEndpoints.Members(threadId: threadID, query: query))
    }
}
