import Community
package import StompClient

/// A community as a tail sees it.
package struct CommunityFeed: Sendable {
    package var calls: any CommunityCalls
    /// A connection that nobody else uses and that is not connected yet.
    package var connection: StompConnection
    /// The members whom this one does not want to read, by identifier.
    package var blocked: @Sendable (_ memberID: String) async -> Set<String>
    /// This program's version.
    package var version: String
    /// The server's address as the user gave it, for sentences.
    package var url: String
    /// Whether it tries again when the server can't be reached.
    package var reconnects: Bool

    package init(
        calls: any CommunityCalls,
        connection: StompConnection,
        version: String,
        url: String,
        reconnects: Bool = true,
        blocked: @escaping @Sendable (_ memberID: String) async -> Set<String> = { _ in [] }
    ) {
        self.calls = calls
        self.connection = connection
        self.version = version
        self.url = url
        self.reconnects = reconnects
        self.blocked = blocked
    }
}
