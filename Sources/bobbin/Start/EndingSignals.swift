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

    /// Gives SIGQUIT back its meaning, unless whoever started the program wants it ignored: the Swift runtime would
    /// print a backtrace and go on.
    static func quitAtOnce() {
        var action = sigaction()
        sigaction(SIGQUIT, nil, &action)
        // Handlers can't be compared in Swift; what the runtime installs is one that wants the signal's details.
        guard action.sa_flags & SA_SIGINFO != 0 else { return }
        _ = signal(SIGQUIT, SIG_DFL)
    }

    /// Keeps them for `wait`; to be called before any thread starts, since threads inherit it.
    static func block() {
        var set = set
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Keeps SIGTSTP as well, for `wait(end:suspend:)`; to be called before any thread starts.
    static func blockWithSuspension() {
        block()
        var suspension = suspension
        pthread_sigmask(SIG_BLOCK, &suspension, nil)
    }

    private static var suspension: sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGTSTP)
        return set
    }

    /// Calls `end` with the code for the first that comes, and `suspend` for each SIGTSTP before that.
    static func wait(end: (ExitCode) -> Never, suspend: () -> Void) -> Never {
        var set = set
        sigaddset(&set, SIGTSTP)
        while true {
            var number: Int32 = 0
            guard sigwait(&set, &number) == 0 else { continue }
            guard number == SIGTSTP else { end(code(of: number)) }
            suspend()
        }
    }

    /// Stops the process as Ctrl-Z does, and returns when it goes on; to be called by the thread that waits.
    static func stopProcess() {
        // It was taken by sigwait and still has its meaning, so once it may reach this thread it stops them all.
        raise(SIGTSTP)
        var suspension = suspension
        pthread_sigmask(SIG_UNBLOCK, &suspension, nil)
        pthread_sigmask(SIG_BLOCK, &suspension, nil)
    }

    /// Lets them end the process at once while `work` runs, which may wait for a program or a person.
    static func admit<Value>(during work: () -> Value) -> Value {
        var set = set
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
        defer { pthread_sigmask(SIG_BLOCK, &set, nil) }
        return work()
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

    /// What the shell is told of the end by a signal.
    static func code(of number: Int32) -> ExitCode {
        switch number {
        case SIGTERM: .terminated
        case SIGHUP: .hungUp
        default: .interrupted
        }
    }
}
