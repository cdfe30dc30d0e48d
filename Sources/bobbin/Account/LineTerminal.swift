import CLinux
import Glibc
import Headless
import Synchronization
import Terminal

/// Talks with a person on the terminal a line at a time, and gives the terminal back as it was, whatever ends that.
///
/// Questions go to standard error, so that standard output holds results alone.
final class LineTerminal: Sendable {
    /// What came of a question.
    enum Answer: Equatable {
        case line(String)
        /// Ctrl-D, or the terminal went away.
        case ended
        /// Bytes that are no UTF-8.
        case unreadable
    }

    private struct Question {
        var prompt: String
        /// The terminal's modes from before the question, where it hides the answer.
        var modes: termios?
    }

    /// The question that waits for an answer.
    private let question = Mutex<Question?>(nil)

    /// A line of a terminal is not longer.
    private static let longest = 4096

    /// Whether there is somebody to ask.
    static var isThere: Bool { isatty(STDIN_FILENO) == 1 }

    // MARK: Asking

    /// Asks, and waits for a line; one question at a time.
    func ask(_ prompt: String, hidesAnswer: Bool = false) async -> Answer {
        await Blocking.run {
            self.begin(prompt, hidesAnswer)
            let answer = LineTerminal.readLine()
            self.giveBack()
            if answer == .ended { self.write("\n") }
            return answer
        }
    }

    private func begin(_ prompt: String, _ hidesAnswer: Bool) {
        question.withLock { question in
            var modes: termios?
            if hidesAnswer {
                var before = termios()
                if tcgetattr(STDIN_FILENO, &before) == 0 { modes = before }
            }
            question = Question(prompt: LineTerminal.safe(prompt), modes: modes)
            show(question)
        }
    }

    /// Writes the prompt and stops the echo, in the order that lets nothing be seen.
    private func show(_ question: Question?) {
        guard let question else { return }
        if var modes = question.modes {
            modes.c_lflag &= ~tcflag_t(ECHO)
            // The end of the line still shows.
            modes.c_lflag |= tcflag_t(ECHONL)
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &modes)
        }
        write(question.prompt)
    }

    /// Ends the question and gives the terminal back.
    func giveBack() {
        question.withLock { question in
            LineTerminal.restore(question)
            question = nil
        }
    }

    /// Gives the terminal back, calls `stop`, and asks again when that returns.
    func suspend(_ stop: () -> Void) {
        question.withLock { question in
            LineTerminal.restore(question)
            stop()
            show(question)
        }
    }

    private static func restore(_ question: Question?) {
        guard var modes = question?.modes else { return }
        tcsetattr(STDIN_FILENO, TCSADRAIN, &modes)
    }

    private static func readLine() -> Answer {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while line.count < longest {
            let count = read(STDIN_FILENO, &byte, 1)
            if count < 0, errno == EINTR { continue }
            // What stands before Ctrl-D twice was not meant as an answer.
            guard count > 0 else { return .ended }
            if byte == UInt8(ascii: "\n") { break }
            line.append(byte)
        }
        guard let text = String(validating: line, as: UTF8.self), !text.utf8.contains(0) else { return .unreadable }
        return .line(text)
    }

    // MARK: Telling

    /// Writes a line, in which what a terminal would act on is made visible.
    func say(_ text: String) {
        write(LineTerminal.safe(text) + "\n")
    }

    private static func safe(_ text: String) -> String {
        var line: [UInt8] = []
        LineText.append(text, to: &line)
        return String(decoding: line, as: UTF8.self)
    }

    /// Writes a line that names the program.
    func complain(_ sentence: String) {
        say("bobbin: \(sentence)")
    }

    /// Writes lines made here, as they are.
    func draw(_ lines: [String]) {
        write(lines.map { $0 + "\n" }.joined())
    }

    private func write(_ text: String) {
        var rest = ArraySlice(text.utf8)
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}

extension LineTerminal {
    /// The columns of the terminal on standard error if it shows UTF-8; nil where drawings make no sense.
    static func drawingWidth(environment: [String: String]) -> Int? {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        let spelled = locale.uppercased()
        guard spelled.contains("UTF-8") || spelled.contains("UTF8"), environment["TERM"] != "dumb" else { return nil }
        var size = winsize()
        guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }
}
