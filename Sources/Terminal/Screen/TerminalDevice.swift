import CLinux
import CNcurses
import Glibc

/// A terminal's descriptors: its modes, its size, and writing to it without waiting for ever.
///
/// Has an open file of its own, so that making it non-blocking changes nothing for the shell.
final class TerminalDevice {
    enum Progress { case done, stalled, gone }

    let descriptor: Int32
    let original: termios
    private var unwritten: ArraySlice<UInt8> = []

    /// - Throws: ``ScreenError/notATerminal``, or what the system refused.
    init(input: Int32, output: Int32) throws(ScreenError) {
        guard isatty(input) == 1, isatty(output) == 1 else { throw .notATerminal }
        descriptor = try Self.open(output, flags: O_WRONLY)
        var modes = termios()
        guard tcgetattr(descriptor, &modes) == 0 else {
            close(descriptor)
            throw .refused(call: "tcgetattr", errorNumber: errno)
        }
        original = modes
    }

    deinit {
        // A screen that nobody left; the number may soon mean another file.
        bobbin_restore_before_close(descriptor)
        close(descriptor)
    }

    /// Opens the terminal behind `descriptor` anew.
    static func open(_ descriptor: Int32, flags: Int32) throws(ScreenError) -> Int32 {
        let opened = Glibc.open("/proc/self/fd/\(descriptor)", flags | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        if opened >= 0 { return opened }
        // A terminal handed over by another user can't be opened; then its blocking file must do.
        let copied = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        guard copied >= 0 else { throw .refused(call: "open", errorNumber: errno) }
        return copied
    }

    /// Keys come one by one and unchanged, nothing is echoed, no key is a signal.
    func setRaw() -> Bool {
        var modes = original
        cfmakeraw(&modes)
        // Keeps what was typed ahead.
        return tcsetattr(descriptor, TCSANOW, &modes) == 0
    }

    /// The columns and rows; 80 and 24 if the terminal doesn't know.
    var size: (width: Int, height: Int) { Self.size(of: descriptor) }

    static func size(of descriptor: Int32) -> (width: Int, height: Int) {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return (80, 24) }
        return (min(Int(size.ws_col), Canvas.maximumSide), min(Int(size.ws_row), Canvas.maximumSide))
    }

    /// Whether all that was queued has been written.
    var isIdle: Bool { unwritten.isEmpty }

    func queue(_ bytes: [UInt8]) {
        unwritten = unwritten.isEmpty ? bytes[...] : unwritten + bytes
    }

    func dropQueue() { unwritten = [] }

    /// Writes what is queued.
    ///
    /// - Parameter patience: how long to wait for a terminal that takes nothing.
    func flush(patience: Duration) -> Progress {
        while !unwritten.isEmpty {
            let count = unwritten.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                unwritten = unwritten.dropFirst(count)
            } else if errno == EAGAIN {
                var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                let milliseconds = Int32(patience / .milliseconds(1))
                guard poll(&entry, 1, milliseconds) != 0 else { return .stalled }
            } else if errno != EINTR {
                unwritten = []
                return .gone
            }
        }
        return .done
    }
}
