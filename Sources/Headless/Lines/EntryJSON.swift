import Chat

/// Turns entries into objects of JSON, each on one line. `Headless.docc/tail.schema.json` describes them; they only ever
/// grow.
struct EntryJSON: Sendable {
    /// What stands in each object, in this order; nil for all that is known.
    var fields: [EntryField]?

    private static let message: [EntryField] = [
        .version, .type, .id, .thread, .title, .sender, .senderId, .text, .time, .kind, .mentions, .mentionsMe,
        .replyTo,
        .files, .reactions, .editedAt, .clientMessageId, .offset,
    ]
    private static let change: [EntryField] = [
        .version, .type, .target, .thread, .title, .sender, .senderId, .text, .time,
    ]
    private static let gap: [EntryField] = [.version, .type, .thread, .title, .after, .before, .from, .to]

    func append(_ entry: TailEntry, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "{"))
        if let fields {
            for field in fields { EntryJSON.append(field, of: entry, alwaysThere: true, to: &output) }
        } else {
            for field in EntryJSON.fields(of: entry) {
                EntryJSON.append(field, of: entry, alwaysThere: EntryJSON.isAlwaysThere(field, in: entry), to: &output)
            }
        }
        output.append(UInt8(ascii: "}"))
    }

    private static func fields(of entry: TailEntry) -> [EntryField] {
        switch entry.content {
        case .message: message
        case .edit: change
        case .delete: change.filter { $0 != .text }
        case .reactions: [.version, .type, .target, .thread, .title, .reactions, .time]
        case .gap: gap
        }
    }

    /// What is not known is null where it is always there, else left out.
    private static func isAlwaysThere(_ field: EntryField, in entry: TailEntry) -> Bool {
        switch field {
        case .version, .type, .id, .target, .thread, .sender, .text, .time, .after, .before, .from, .to: true
        case .reactions: entry.type == .reactions
        default: false
        }
    }

    private static func append(
        _ field: EntryField,
        of entry: TailEntry,
        alwaysThere: Bool,
        to output: inout [UInt8]
    ) {
        guard let value = entry.value(of: field) else {
            if alwaysThere {
                begin(field, &output)
                output += Array("null".utf8)
            }
            return
        }
        begin(field, &output)
        append(value, to: &output)
    }

    private static func begin(_ field: EntryField, _ output: inout [UInt8]) {
        if output.last != UInt8(ascii: "{") { output.append(UInt8(ascii: ",")) }
        output.append(UInt8(ascii: "\""))
        output.append(contentsOf: field.rawValue.utf8)
        output.append(UInt8(ascii: "\""))
        output.append(UInt8(ascii: ":"))
    }

    private static func append(_ value: EntryValue, to output: inout [UInt8]) {
        switch value {
        case .text(let text): JSONText.append(text, to: &output)
        case .time(let time):
            output.append(UInt8(ascii: "\""))
            TimeStamp.utc.append(time, to: &output)
            output.append(UInt8(ascii: "\""))
        case .number(let number): output += Array("\(number)".utf8)
        case .truth(let truth): output += Array((truth ? "true" : "false").utf8)
        case .list(let values):
            output.append(UInt8(ascii: "["))
            for (index, value) in values.enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                append(value, to: &output)
            }
            output.append(UInt8(ascii: "]"))
        case .object(let members):
            output.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                JSONText.append(member.name, to: &output)
                output.append(UInt8(ascii: ":"))
                append(member.value, to: &output)
            }
            output.append(UInt8(ascii: "}"))
        }
    }
}
