import Chat
import Terminal

/// A message in lines that make sense when they are read aloud: no signs, no columns.
struct PlainText {
    private let message: ChatMessage
    private let zone: Zone

    init(_ message: ChatMessage, zone: Zone) {
        self.message = message
        self.zone = zone
    }

    /// `12 14:05 ann: text`, then its further lines, indented.
    func lines(number: Int) -> [SafeText] {
        let head: SafeText = "\(number) \(zone.civilTime(at: message.time).clockText) "
        if message.isBlocked { return [head + "a message of somebody you have blocked"] }
        if message.kind == .system { return [head + SafeText(message.text, lines: .single)] }
        let name = SafeText(name: message.sender ?? "somebody")
        if message.isDeleted { return [head + name + ", deleted"] }
        let text = message.text.isEmpty ? [] : SafeText.lines(of: message.text)
        let first: SafeText = "\(head)\(name)\(circumstances): \(text.first ?? "")"
        return [first] + (text.dropFirst() + files + reactions).map { "   \($0)" }
    }

    /// What a person should know before the text.
    private var circumstances: SafeText {
        var words: SafeText = ""
        if let target = message.replyTo {
            let snippet = SafeText(collapsing: target.snippet).truncated(to: 40)
            words += ", answering \(SafeText(name: target.sender)): \(snippet)"
        }
        if message.mentionsMe { words += ", mentions you" }
        if message.editedAt != nil { words += ", edited" }
        switch message.delivery {
        case .waiting: words += ", waiting"
        case .failed(let reason): words += ", not delivered: \(SafeText(reason, lines: .single))"
        case .sending, .delivered: break
        }
        return words
    }

    private var files: [SafeText] {
        message.attachments.map { file in
            let kind: SafeText = message.kind == .image ? "image" : "file"
            return "\(kind) \(SafeText(name: file.name)), \(ByteCountText(file.size).text)"
        }
    }

    private var reactions: [SafeText] {
        guard !message.reactions.isEmpty else { return [] }
        let words = message.reactions.prefix(50).map { reaction -> SafeText in
            let own: SafeText = reaction.isOwn ? " with yours" : ""
            return "\(SafeText(name: reaction.emoji)) \(reaction.count)\(own)"
        }
        return ["reactions: " + words.joined(separator: ", ")]
    }
}

extension Collection<SafeText> {
    /// All of them, with a text between.
    func joined(separator: SafeText) -> SafeText {
        dropFirst().reduce(first ?? "") { $0 + separator + $1 }
    }
}
