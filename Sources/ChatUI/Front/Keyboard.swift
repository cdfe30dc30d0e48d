import Terminal

/// The terminal's keys, which something else may need for a while.
protocol Keyboard: Sendable {
    /// Leaves the keys in the terminal; returns when none is read any more.
    func pause() async
    /// Reads them again.
    func resume()
}

extension TerminalInput: Keyboard {}
