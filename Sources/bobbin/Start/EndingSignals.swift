import Glibc
import Headless

/// The signals that ask the program to end.
enum EndingSignals {
    private static let numbers: [Int32] = [SIGINT, SIGTERM, SIGHUP]

    private static var set: sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for number in numbers { sigaddset(&set, number) }
        return set
    }

    /// Keeps them for `wait`; to be called before any thread starts, since threads inherit it.
    static func block() {
        var set = set
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Hands each to `stop`; a second one, or one that comes while it ends already, ends the process at once.
    static func wait(_ stop: Stop) -> Never {
        var set = set
        while true {
            var number: Int32 = 0
            guard sigwait(&set, &number) == 0 else { continue }
            let code = code(of: number)
            if !stop.end(with: code) { leave(code) }
        }
    }

    private static func code(of number: Int32) -> ExitCode {
        switch number {
        case SIGTERM: .terminated
        case SIGHUP: .hungUp
        default: .interrupted
        }
    }
}
