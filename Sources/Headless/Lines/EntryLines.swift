import Chat
import Terminal

/// Turns entries into lines.
struct EntryLines: Sendable {
    /// The form of a line.
    enum Form: Sendable {
        /// The text alone, as it is or made safe.
        case body(isSafe: Bool)
        case text(EntryText)
        /// An object of JSON; in a sequence each begins with a record separator (RFC 7464).
        case json(EntryJSON, isSequence: Bool)
        case template(LineTemplate, TimeStamp)
    }

    let form: Form
    /// Whether what is not ASCII becomes `?`, for a terminal that shows nothing else.
    var isASCII = false

    private static let lineFeed: UInt8 = 0x0A

    /// Whether what became of messages and what may be missing has a line by itself.
    var takesChanges: Bool { if case .json = form { true } else { false } }

    func append(_ entry: TailEntry, to output: inout [UInt8]) {
        let start = output.count
        switch form {
        case .body(let isSafe):
            if isSafe {
                LineText.append(exact: entry.message.text, to: &output)
            } else {
                output.append(contentsOf: entry.message.text.utf8)
            }
            output.append(EntryLines.lineFeed)
        case .text(let text): text.append(entry, to: &output)
        case .json(let json, let isSequence):
            if isSequence { output.append(0x1E) }
            json.append(entry, to: &output)
            output.append(EntryLines.lineFeed)
        case .template(let template, let stamp):
            for piece in template.pieces { append(piece, of: entry, stamp, to: &output) }
            output.append(EntryLines.lineFeed)
        }
        if isASCII, !takesChanges { EntryLines.transliterate(&output, from: start) }
    }

    private func append(
        _ piece: LineTemplate.Piece,
        of entry: TailEntry,
        _ stamp: TimeStamp,
        to output: inout [UInt8]
    ) {
        switch piece {
        case .fixed(let bytes): output += bytes
        case .field(let field): append(entry.value(of: field), stamp, to: &output)
        }
    }

    private func append(_ value: EntryValue?, _ stamp: TimeStamp, to output: inout [UInt8]) {
        switch value {
        case nil: break
        case .text(let text): LineText.append(text, to: &output)
        case .time(let time): stamp.append(time, to: &output)
        case .number(let number): output += Array("\(number)".utf8)
        case .truth(let truth): output += Array((truth ? "true" : "false").utf8)
        case .list(let values):
            for (index, value) in values.enumerated() {
                if index > 0 { output += Array(", ".utf8) }
                append(value, stamp, to: &output)
            }
        case .object(let members):
            for (index, member) in members.enumerated() {
                if index > 0 { output.append(UInt8(ascii: " ")) }
                append(member.value, stamp, to: &output)
            }
        }
    }

    private static func transliterate(_ output: inout [UInt8], from start: Int) {
        guard output[start...].contains(where: { $0 >= 0x80 }) else { return }
        // One sign for a character, of which each has one byte that is no continuation.
        let line = output[start...].compactMap { byte -> UInt8? in
            byte < 0x80 ? byte : byte & 0xC0 == 0x80 ? nil : UInt8(ascii: "?")
        }
        output.replaceSubrange(start..., with: line)
    }
}
