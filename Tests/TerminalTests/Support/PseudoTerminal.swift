import CLinux
import Glibc
import Testing

/// A terminal made by the kernel, seen from the side of the emulator.
final class PseudoTerminal {
    private(set) var master: Int32
    /// The name of the program's side.
    let path: String
    /// The side a program gets.
    let slave: Int32
    /// All that the program wrote.
    private(set) var written: [UInt8] = []

    init(width: Int = 80, height: Int = 24) throws {
        master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        // TIOCSPTLCK and TIOCGPTN, whose macros Swift doesn't see.
        var (lock, number): (Int32, Int32) = (0, 0)
        try #require(ioctl(master, 0x4004_5431, &lock) == 0 && ioctl(master, 0x8004_5430, &number) == 0)
        path = "/dev/pts/\(number)"
        slave = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        try #require(slave >= 0)
        resize(width: width, height: height)
    }

    deinit {
        if master >= 0 { close(master) }
        close(slave)
    }

    func resize(width: Int, height: Int) {
        var size = winsize(ws_row: UInt16(height), ws_col: UInt16(width), ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    }

    var modes: termios {
        var modes = termios()
        tcgetattr(slave, &modes)
        return modes
    }

    /// Whether keys come one by one, without echo.
    var isRaw: Bool { modes.c_lflag & tcflag_t(ICANON | ECHO) == 0 }

    func type(_ text: String) {
        var bytes = Array(text.utf8)
        _ = write(master, &bytes, bytes.count)
    }

    /// Reads until the program has written `mark` once more.
    func read(through mark: String, at location: SourceLocation = #_sourceLocation) -> [UInt8] {
        let mark = Array(mark.utf8)
        var frame: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while frame.suffix(mark.count) != mark[...] {
            var entry = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
            let count = poll(&entry, 1, 10_000) == 1 ? Glibc.read(master, &buffer, buffer.count) : 0
            guard count > 0 else {
                Issue.record(
                    "the mark never came after \(String(decoding: frame, as: UTF8.self))",
                    sourceLocation: location
                )
                break
            }
            frame += buffer[..<count]
        }
        written += frame
        return frame
    }

    /// Reads one frame of a screen.
    func readFrame(at location: SourceLocation = #_sourceLocation) -> [UInt8] {
        read(through: "\u{1B}[?2026l", at: location)
    }

    /// Reads what there is, without waiting for more.
    func readAvailable() -> [UInt8] {
        var frame: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        var entry = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
        while poll(&entry, 1, 0) == 1 {
            let count = Glibc.read(master, &buffer, buffer.count)
            guard count > 0 else { break }
            frame += buffer[..<count]
        }
        written += frame
        return frame
    }

    /// Goes away, as a window that is closed.
    func hangUp() {
        close(master)
        master = -1
    }
}
