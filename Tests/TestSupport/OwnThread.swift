import Foundation

/// Runs what blocks on a thread of its own and waits for it without blocking a task's thread.
public func onOwnThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
        let thread = Thread { continuation.resume(with: Swift.Result(catching: body)) }
        thread.start()
    }
}

/// Looks at `condition` again and again until it holds; for what can't be awaited, under the test's time limit.
public func until(_ condition: () throws -> Bool) async throws {
    while try !condition() {
        try Task.checkCancellation()
        await Task.yield()
    }
}
