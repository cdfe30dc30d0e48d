import CLinux
public import Glibc
import Synchronization

/// The signals that reach us as events: they are blocked everywhere, and ``TerminalInput`` reads them.
public enum TerminalSignals {
    private static let numbers = [SIGTERM, SIGHUP, SIGINT, SIGWINCH, SIGTSTP, SIGCONT]

    /// How often the terminal changed its size; the screen repaints everything after each.
    static let resizes = Atomic<Int>(0)
    /// We are stopping ourselves, and the stop signal that comes along is no request.
    static let isStopping = Atomic<Bool>(false)

    /// Blocks the signals in the calling thread and those it starts.
    ///
    /// Call it first in `main`: a thread that exists already would still take a signal and end the process.
    public static func blockAll() {
        var set = signalSet
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Makes a child start with none of the signals blocked, as programs expect.
    public static func reset(for attributes: inout posix_spawnattr_t) {
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        var flags: Int16 = 0
        posix_spawnattr_getflags(&attributes, &flags)
        posix_spawnattr_setflags(&attributes, flags | Int16(POSIX_SPAWN_SETSIGMASK))
    }

    static var signalSet: sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for number in numbers { sigaddset(&set, number) }
        return set
    }
}
