import Transport

/// Runs what blocks on a thread of its own, so that the threads that run tasks stay free.
enum BlockingWork {
    /// Waits for `body` without blocking a task's thread.
    static func run<Value: Sendable, Failure: Error>(
        name: String,
        _ body: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
            do throws(TransportError) {
                try SystemThread.start(name: name) { continuation.resume(returning: outcome(of: body)) }
            } catch {
                // No thread to be had: slow is better than not at all.
                continuation.resume(returning: outcome(of: body))
            }
        }
        return try result.get()
    }

    private static func outcome<Value, Failure: Error>(
        of body: () throws(Failure) -> Value
    ) -> Result<Value, Failure> {
        do throws(Failure) {
            return .success(try body())
        } catch {
            return .failure(error)
        }
    }
}
