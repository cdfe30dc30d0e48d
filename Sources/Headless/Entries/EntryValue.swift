import Chat

/// What stands in a field.
indirect enum EntryValue: Sendable, Equatable {
    case text(String)
    /// Milliseconds since 1970.
    case time(Int64)
    case number(Int)
    case truth(Bool)
    case list([EntryValue])
    case object([Member])

    struct Member: Sendable, Equatable {
        let name: String
        let value: EntryValue
    }
}

extension TailEntry {
    /// What stands in a field; nil when that is not known, or nothing.
    func value(of field: EntryField) -> EntryValue? {
        switch field {
        case .version: .number(1)
        case .type: .text(type.rawValue)
        case .id: type == .message ? .text(message.id) : nil
        case .target: [.edit, .delete, .reactions].contains(type) ? .text(message.id) : nil
        case .thread: .text(threadID)
        case .title: title.map(EntryValue.text)
        case .sender: message.sender.map(EntryValue.text)
        case .senderId: message.senderID.map(EntryValue.text)
        case .text: type == .message || type == .edit ? .text(message.text) : nil
        case .time: .time(message.time)
        // What brokers hand on has no kind.
        case .kind: type == .message && title != nil ? .text(message.kind.word) : nil
        case .clientMessageId: clientID.map(EntryValue.text)
        case .offset: offset.map { .number(Int(clamping: $0)) }
        case .editedAt: message.editedAt.map(EntryValue.time)
        case .after, .before, .from, .to: gapValue(of: field)
        case .mentions, .mentionsMe, .replyTo, .files, .reactions: partValue(of: field)
        }
    }

    private func gapValue(of field: EntryField) -> EntryValue? {
        guard case .gap(let gap) = content else { return nil }
        return switch field {
        case .after: gap.after.map(EntryValue.text)
        case .before: gap.before.map(EntryValue.text)
        case .from: gap.from.map(EntryValue.time)
        default: gap.to.map(EntryValue.time)
        }
    }

    private func partValue(of field: EntryField) -> EntryValue? {
        switch field {
        case .mentions: message.mentions.isEmpty ? nil : .list(message.mentions.map(EntryValue.text))
        case .mentionsMe: message.mentionsMe ? .truth(true) : nil
        case .replyTo: message.replyTo.map(\.value)
        case .files: message.attachments.isEmpty ? nil : .list(message.attachments.map(\.value))
        default:
            message.reactions.isEmpty && type != .reactions ? nil : .list(message.reactions.map(\.value))
        }
    }
}

extension ReplyTarget {
    fileprivate var value: EntryValue {
        .object([
            .init(name: "id", value: .text(messageID)), .init(name: "sender", value: .text(sender)),
            .init(name: "text", value: .text(snippet)),
        ])
    }
}

extension Attachment {
    fileprivate var value: EntryValue {
        let members: [EntryValue.Member] = [
            .init(name: "id", value: .text(id)), .init(name: "name", value: .text(name)),
            .init(name: "size", value: .number(size)),
        ]
        return .object(members + (url.map { [.init(name: "url", value: .text($0))] } ?? []))
    }
}

extension Reaction {
    fileprivate var value: EntryValue {
        .object([
            .init(name: "emoji", value: .text(emoji)), .init(name: "count", value: .number(count)),
            .init(name: "own", value: .truth(isOwn)),
        ])
    }
}
