package import Community

/// Who a live connection belongs to.
package struct LiveMember: Sendable, Hashable {
    package var memberID: Int64
    package var name: String
    /// The family of tokens it came in by.
    package var sessionID: String
    /// When the access token expires: then the connection is closed with 1008.
    package var expiresAt: Timestamp

    package init(memberID: Int64, name: String, sessionID: String, expiresAt: Timestamp) {
        self.memberID = memberID
        self.name = name
        self.sessionID = sessionID
        self.expiresAt = expiresAt
    }
}

/// A CONNECT that is refused: the failure envelope goes into the ERROR frame.
package struct ConnectRefused: Error {
    package var envelope: Envelope<NoResult>

    package init(envelope: Envelope<NoResult>) {
        self.envelope = envelope
    }
}

/// A command that is refused: this goes to the error queue.
package struct CommandRefusal: Error {
    package var body: CommandRefused

    package init(body: CommandRefused) {
        self.body = body
    }
}

/// What live connections ask of the community; the STOMP side's view of it.
package protocol LiveCommands: Sendable {
    /// Checks the access token, or chat-session ticket, of a CONNECT.
    func member(token: String?) async throws(ConnectRefused) -> LiveMember
    /// Carries out a SEND. Events, also the sender's own acknowledgement, go out through the publisher before this returns,
    /// and everything is on disk by then.
    func perform(
        _ command: CommandDestination,
        commandID: String,
        body: [UInt8],
        by member: LiveMember
    ) async throws(CommandRefusal)
}
