import Synchronization

/// What ends a command: the first cause counts, wherever it comes from.
public final class Stop: Sendable {
    private let first = Mutex<ExitCode?>(nil)
    private let code = OneShot<ExitCode>()

    /// Makes a stop that nothing has caused yet.
    public init() {}

    /// Asks for the end with this code; a later cause does not count.
    ///
    /// - Parameter explain: called for the first cause alone, and before the end begins, so that its words are not lost.
    /// - Returns: whether this was the first.
    @discardableResult
    public func end(with code: ExitCode, _ explain: () -> Void = {}) -> Bool {
        let isFirst = first.withLock { first in
            guard first == nil else { return false }
            first = code
            return true
        }
        guard isFirst else { return false }
        explain()
        self.code.decide(code)
        return true
    }

    /// The code, once there is a cause.
    public var cause: ExitCode? { first.withLock { $0 } }

    /// Waits for a cause.
    package func wait() async -> ExitCode { await code.wait() }
}
