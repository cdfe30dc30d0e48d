import Synchronization

/// What the screen and the thread that reads must know of each other about signals.
enum TerminalSignals {
    /// How often the terminal changed its size; the screen repaints everything after each.
    static let resizes = Atomic<Int>(0)
    /// We are stopping ourselves, and the stop signal that comes along is no request.
    static let isStopping = Atomic<Bool>(false)
}
