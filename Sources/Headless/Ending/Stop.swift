/// What ends a command: the first cause counts, wherever it comes from.
public final class Stop: Sendable {
    private let code = OneShot<ExitCode>()

    /// Makes a stop that nothing has caused yet.
    public init() {}

    /// Asks for the end with this code; a later cause does not count.
    ///
    /// - Returns: whether this was the first.
    @discardableResult
    public func end(with code: ExitCode) -> Bool {
        self.code.decide(code)
    }

    /// The code, once there is a cause.
    public var cause: ExitCode? { code.value }

    /// Waits for a cause.
    func wait() async -> ExitCode { await code.wait() }
}
