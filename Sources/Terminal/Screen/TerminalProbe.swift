import CLinux
import CNcurses
import Glibc

/// What a terminal says of itself when it is asked; for a program that has no screen open.
package enum TerminalProbe {
    /// How long a terminal may take to answer.
    private static let patience: Int32 = 500

    /// Its size in columns and rows; nil where there is no terminal.
    package static func size(of descriptor: Int32) -> (width: Int, height: Int)? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// The number of colours that the terminal database gives it; nil if it does not know the name.
    package static func colors(of terminal: String) -> Int? {
        let count = bobbin_terminfo_colors(terminal)
        return count < 0 ? nil : Int(count)
    }

    /// The columns by which each text moves the cursor, found out by writing it and asking where the cursor is. Blocks for
    /// half a second at most each; nil where the terminal does not answer. The line is left empty.
    package static func widths(of texts: [String], on terminal: Int32) -> [Int]? {
        var modes = termios()
        guard tcgetattr(terminal, &modes) == 0 else { return nil }
        var raw = modes
        raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
        tcsetattr(terminal, TCSAFLUSH, &raw)
        defer { tcsetattr(terminal, TCSAFLUSH, &modes) }
        var widths: [Int] = []
        for text in texts {
            write("\r\(text)\u{1B}[6n", to: terminal)
            let column = cursorColumn(from: terminal)
            write("\r\u{1B}[K", to: terminal)
            guard let column else { return nil }
            widths.append(column - 1)
        }
        return widths
    }

    /// Reads `ESC [ row ; column R` (ECMA-48 CPR).
    private static func cursorColumn(from terminal: Int32) -> Int? {
        var answer: [UInt8] = []
        while answer.count < 64 {
            var ready = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
            guard poll(&ready, 1, patience) > 0 else { return nil }
            var byte: UInt8 = 0
            guard read(terminal, &byte, 1) == 1 else { return nil }
            answer.append(byte)
            if byte == UInt8(ascii: "R") { break }
        }
        let numbers = String(decoding: answer.drop { $0 != UInt8(ascii: "[") }.dropFirst().dropLast(), as: UTF8.self)
        return numbers.split(separator: ";").last.flatMap { Int($0) }
    }

    private static func write(_ text: String, to descriptor: Int32) {
        var rest = ArraySlice(text.utf8)
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
