public import Chat
import Glibc
import Terminal

/// `bobbin send --dry-run`: prints what would be sent, and sends nothing.
public struct DrySend: Sendable {
    private let settings: SendSettings
    private let input: SendInput
    private let output: OutputWriter
    private let notices: Notices
    private let isJSON: Bool
    private let isTerminal: Bool

    /// - Parameter output: where texts go.
    public init(
        _ settings: SendSettings,
        _ input: SendInput,
        output: OutputWriter,
        notices: Notices,
        isJSON: Bool,
        isTerminal: Bool
    ) {
        self.settings = settings
        self.input = input
        self.output = output
        self.notices = notices
        self.isJSON = isJSON
        self.isTerminal = isTerminal
    }

    /// Prints everything; returns once it is written.
    public func run() async -> ExitCode {
        let code = await print()
        await output.drain()
        return code
    }

    private func print() async -> ExitCode {
        for path in settings.form.files where access(path, R_OK) != 0 {
            notices.complain("\(path) can't be read: \(String(cString: strerror(errno)))")
            return .usage
        }
        let lines = SentLines(output: isJSON ? output : nil, thread: settings.destination)
        var source = SendSource(input)
        while let piece = await source.next() {
            switch piece {
            case .failure(let report):
                notices.complain(report.description)
                return ExitCode(report.cause)
            case .success(let line):
                do throws(FailureReport) {
                    let texts = try settings.texts(of: line, isAlone: source.isAlone)
                    for (index, text) in texts.enumerated() {
                        let part = texts.count > 1 ? index + 1 : nil
                        await lines.tell(line: line.number, part: part, id: nil, clientID: nil, .dryRun, text: text)
                        if !isJSON { await show(text) }
                    }
                } catch {
                    notices.complain(error.description)
                    return ExitCode(error.cause)
                }
            }
        }
        return .success
    }

    private func show(_ text: String) async {
        var bytes: [UInt8] = []
        if isTerminal {
            for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
                LineText.append(exact: String(line), to: &bytes)
                bytes.append(0x0A)
            }
        } else {
            bytes = Array(text.utf8) + [0x0A]
        }
        _ = await output.write(&bytes)
    }
}

extension SendSettings {
    /// The one message that a text becomes.
    public func text(of bytes: [UInt8]) throws(FailureReport) -> [UInt8] {
        let texts = try texts(of: LineSplitter.Line(number: 1, bytes: bytes), isAlone: true)
        return Array(texts.joined(separator: "\n").utf8)
    }

    /// The texts of the messages that a line becomes; a failure names the line, unless it is alone.
    func texts(of line: LineSplitter.Line, isAlone: Bool) throws(FailureReport) -> [String] {
        guard let text = String(validating: line.bytes, as: UTF8.self) else {
            throw FailureReport(
                .usage,
                isAlone ? "the message is not UTF-8 text" : "line \(line.number) is not UTF-8 text"
            )
        }
        do throws(FailureReport) {
            return try form.texts(of: text, limit: lengthLimit)
        } catch {
            if isAlone { throw error }
            throw FailureReport(error.cause, "line \(line.number): \(error.problem)", remedy: error.remedy)
        }
    }
}
