import CLinux
import Glibc
import Transport

/// Waits for what ends the program: SIGTERM, SIGINT, or the end of standard input.
struct EndWatch {
    private let signals: Int32
    private let watchesInput: Bool

    /// Blocks the signals, here and in every thread that comes later.
    init(watchesInput: Bool) throws(TransportError) {
        self.watchesInput = watchesInput
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGTERM)
        sigaddset(&set, SIGINT)
        // Who started us may have ignored them, and then they would not come.
        for number in [SIGTERM, SIGINT] { _ = signal(number, SIG_DFL) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
        signals = signalfd(-1, &set, Int32(SFD_CLOEXEC))
        guard signals >= 0 else {
            throw .system(detail: "Signals can't be waited for: \(systemErrorText(errno))")
        }
    }

    /// Blocks until it is time to end.
    func wait() {
        while true {
            var polled = [pollfd(fd: signals, events: Int16(POLLIN), revents: 0)]
            if watchesInput { polled.append(pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)) }
            guard poll(&polled, nfds_t(polled.count), -1) > 0 else { continue }
            if polled[0].revents != 0 { return }
            if watchesInput, hasInputEnded() { return }
        }
    }

    /// Reads away what comes, which means nothing.
    private func hasInputEnded() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 512)
        let count = read(STDIN_FILENO, &buffer, buffer.count)
        return count == 0 || count < 0 && errno != EINTR && errno != EAGAIN
    }
}
