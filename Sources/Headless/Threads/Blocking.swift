/// Runs what blocks beside the cooperative pool.
public enum Blocking {
    /// Runs `body` on a thread of its own and waits for its result.
    public static func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
        let done = OneShot<Result>()
        WorkerThread.start { done.decide(body()) }
        return await done.wait()
    }
}
