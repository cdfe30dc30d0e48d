/// What happens at the terminal, or to the process because of it.
public enum TerminalEvent: Sendable, Equatable {
    /// A key was pressed, text was pasted, or the terminal told of its focus.
    case key(Key)
    /// The terminal has a new size.
    case resized(width: Int, height: Int)
    /// Somebody asked for a stop by SIGTSTP; answer with ``Screen/suspend()``.
    case suspendRequested
    /// The process goes on after a stop; answer with ``Screen/resume()``.
    case resumed
    /// SIGTERM, SIGHUP or SIGINT came: end in order.
    case terminate(signal: Int32)
    /// The terminal went away; no key will come any more.
    case inputEnded
}
