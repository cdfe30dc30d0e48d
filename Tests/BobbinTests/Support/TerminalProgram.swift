import CLinux
import Glibc
import TestSupport
import Testing

@testable import Headless

/// The program with a terminal of its own, seen from the side of the person at it.
final class TerminalProgram: Sendable {
    private let master: Int32
    private let slave: Int32
    let program: Program

    /// Starts `bobbin` in a session of its own; standard output is a pipe, the rest the terminal.
    init(_ words: [String], environment: [String: String], width: Int = 80) throws {
        let master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        // TIOCSPTLCK and TIOCGPTN, whose macros Swift doesn't see.
        var (lock, number): (Int32, Int32) = (0, 0)
        try #require(ioctl(master, 0x4004_5431, &lock) == 0 && ioctl(master, 0x8004_5430, &number) == 0)
        let path = "/dev/pts/\(number)"
        // Held open, so that the terminal's modes can be read when the program has ended.
        slave = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        var size = winsize(ws_row: 40, ws_col: UInt16(width), ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(master, UInt(TIOCSWINSZ), &size)
        self.master = master
        program = Program(
            words,
            environment: environment.merging(["LANG": "C.UTF-8", "PATH": "/usr/bin:/bin"]) { $1 },
            input: .file(path),
            output: .pipe,
            errors: .file(path),
            leadsSession: true
        )
    }

    deinit {
        close(slave)
        close(master)
    }

    /// Whether what is typed shows.
    var echoes: Bool {
        var modes = termios()
        tcgetattr(slave, &modes)
        return modes.c_lflag & tcflag_t(ECHO) != 0
    }

    /// Types, as a keyboard does.
    func type(_ text: String) {
        var bytes = Array(text.utf8)
        _ = write(master, &bytes, bytes.count)
    }

    /// Reads what shows until this does, and returns all of it; what was there at the end if it never does.
    func shown(through text: String) async -> String {
        let master = master
        return await Blocking.run {
            var shown: [UInt8] = []
            var chunk = [UInt8](repeating: 0, count: 4096)
            while !String(decoding: shown, as: UTF8.self).contains(text) {
                var request = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
                guard poll(&request, 1, 30_000) == 1 else { break }
                // One at a time, so that nothing behind the text is taken away.
                let count = read(master, &chunk, 1)
                guard count > 0 else { break }
                shown += chunk[..<count]
            }
            return String(decoding: shown, as: UTF8.self)
        }
    }
}
