import Dispatch
import Transport

/// The bridge from the process's first thread, which waits for signals, to what is asynchronous.
enum Blocking {
    /// Runs `body` and waits for it. Not to be called from a task.
    @discardableResult
    static func run<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) -> Value {
        let done = DispatchSemaphore(value: 0)
        let value = Locked<Value?>(nil)
        // Held by this call, which does not return before it ends.
        _ = Task {
            let result = await body()
            value.withLock { $0 = result }
            done.signal()
        }
        done.wait()
        guard let result = value.withLock({ $0 }) else { preconditionFailure("the task ended without a value") }
        return result
    }
}
