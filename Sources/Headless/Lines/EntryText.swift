import Chat

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
            paint("1", &output) { LineText.append(entry.title ?? entry.threadID, to: &$0) }
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
                paint(EntryText.color(of: sender), &output) { LineText.append(EntryText.oneLine(sender), to: &$0) }
                output += [UInt8(ascii: ":"), EntryText.blank]
            }
            append(text: message.text, to: &output)
        case .edit:
            LineText.append("\(message.sender ?? "?") edited \(message.id): ", to: &output)
            append(text: message.text, to: &output)
        case .delete:
            LineText.append("\(message.sender ?? "?") deleted \(message.id)", to: &output)
        case .reactions:
            let reactions = message.reactions.map { "\($0.emoji) \($0.count)" }.joined(separator: " ")
            LineText.append("reactions to \(message.id): \(reactions.isEmpty ? "none" : reactions)", to: &output)
        case .gap:
            output += Array("messages may be missing here".utf8)
        }
    }

    private func append(text: String, to output: inout [UInt8]) {
        guard isWrapped else { return LineText.append(text, to: &output) }
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if index > 0 { output += [EntryText.lineFeed] + EntryText.margin }
            LineText.append(String(line), to: &output)
        }
    }

    /// A name is no text: white space in it is one blank.
    private static func oneLine(_ name: String) -> String {
        guard name.utf8.contains(where: { $0 < 0x20 }) else { return name }
        return name.split(whereSeparator: { $0 == "\n" || $0 == "\r\n" || $0 == "\r" || $0 == "\t" }).joined(
            separator: " "
        )
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
