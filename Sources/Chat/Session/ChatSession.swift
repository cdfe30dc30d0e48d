/// One server's conversation, whatever kind of server it is: requests go in, updates come out.
///
/// One front at a time takes `updates()`; while it does not, the network is not read for long.
public protocol ChatSession: Actor {
    /// What happens, in order; one element holds all that has happened since the one before. One consumer at a time.
    nonisolated func updates() -> AsyncStream<[ChatUpdate]>

    /// Begins. Calls after the first do nothing.
    func start() async

    /// Does what a person asks for. What comes of it, a failure too, comes as updates.
    ///
    /// Requests are begun in the order of the calls; a request that needs the network goes on after this returns.
    func perform(_ request: ChatRequest) async

    /// The program goes to sleep: closes the network cleanly where coming back fills the gap.
    func suspend() async

    /// The program is back.
    func resume() async

    /// Ends the session for good, and the stream of updates.
    func disconnect() async
}
