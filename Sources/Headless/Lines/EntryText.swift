import Chat
import Terminal

/// Turns entries into lines for people.
struct EntryText: Sendable {
    let stamp: TimeStamp
    /// Whether the thread's name stands in front.
    var namesThread = false
    /// Whether each line of a message is a line, all but the first with a margin.
    var isWrapped = false
    var usesColor = false

    private static let margin = Array("    ".utf8)
    private static let blank = UInt8(ascii: " ")
    private static let lineFeed: UInt8 = 0x0A

    func append(_ entry: TailEntry, to output: inout [UInt8]) {
        if namesThread {
            paint("1", &output) { LineText.append(name: entry.title ?? entry.threadID, to: &$0) }
            output.append(EntryText.blank)
        }
        if !stamp.isEmpty {
            paint("2", &output) { stamp.append(entry.message.time, to: &$0) }
            output.append(EntryText.blank)
        }
        appendContent(of: entry, to: &output)
        output.append(EntryText.lineFeed)
    }

    private func appendContent(of entry: TailEntry, to output: inout [UInt8]) {
        let message = entry.message
        switch entry.content {
        case .message:
            if let sender = message.sender {
                paint(EntryText.color(of: sender), &output) { LineText.append(name: sender, to: &$0) }
                output += [UInt8(ascii: ":"), EntryText.blank]
            }
            append(text: message.text, to: &output)
        case .edit:
            appendSubject("edited", of: message, to: &output)
            output += Array(": ".utf8)
            append(text: message.text, to: &output)
        case .delete:
            appendSubject("deleted", of: message, to: &output)
        case .reactions:
            let reactions = message.reactions.map { "\($0.emoji) \($0.count)" }.joined(separator: " ")
            output += Array("reactions to ".utf8)
            LineText.append(name: message.id, to: &output)
            output += Array(": ".utf8)
            LineText.append(name: reactions.isEmpty ? "none" : reactions, to: &output)
        case .gap:
            output += Array("messages may be missing here".utf8)
        }
    }

    /// Who did what to which message.
    private func appendSubject(_ verb: StaticString, of message: ChatMessage, to output: inout [UInt8]) {
        LineText.append(name: message.sender ?? "?", to: &output)
        output += Array(" \(verb) ".utf8)
        LineText.append(name: message.id, to: &output)
    }

    private func append(text: String, to output: inout [UInt8]) {
        guard isWrapped else { return LineText.append(text, to: &output) }
        LineText.append(linesOf: text, separator: [EntryText.lineFeed] + EntryText.margin, to: &output)
    }

    private func paint(_ code: String, _ output: inout [UInt8], _ append: (inout [UInt8]) -> Void) {
        if usesColor { output += Array("\u{1B}[\(code)m".utf8) }
        append(&output)
        if usesColor { output += Array("\u{1B}[0m".utf8) }
    }

    /// The same for the same name in every run.
    private static func color(of name: String) -> String {
        let sum = name.utf8.reduce(UInt32(5381)) { ($0 &* 33) ^ UInt32($1) }
        return "\(31 + sum % 6)"
    }
}
