package import Community

/// Hands events to the members who are connected; the community's side of the hub.
package protocol LivePublisher: Sendable {
    /// Queues an event for every connection of these members. Never waits for a slow one.
    func publish(_ event: LiveEvent, to members: some Sequence<Int64> & Sendable)
    /// Ends the connections of a member that came in by one session (a family of tokens), or all of them when it is nil.
    func end(memberID: Int64, sessionID: String?, code: UInt16, reason: String)
}
