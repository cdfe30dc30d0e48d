import Chat
import Terminal

/// What stands right of the time and the sender: what is answered, the text, files, reactions, what went wrong.
struct MessageContent {
    private let message: ChatMessage
    private let upload: Double?
    private let width: Int

    init(_ message: ChatMessage, upload: Double?, width: Int) {
        self.message = message
        self.upload = upload
        self.width = width
    }

    /// At least one row.
    var rows: [StyledText] {
        if message.isBlocked {
            return [StyledText(SafeText("(blocked)", lines: .single).prefix(width: width), style: Theme.faint)]
        }
        if message.isDeleted { return wrapped("(deleted)", style: Theme.faint) }
        if message.kind == .system { return wrapped("* \(SafeText(message.text, lines: .single))", style: Theme.faint) }
        var rows = quote + text + files
        if rows.isEmpty { rows = [StyledText()] }
        return rows + reactions + uploading + failure
    }

    private func wrapped(_ text: SafeText, style: Style) -> [StyledText] {
        text.wrapped(to: width).map { StyledText($0, style: style) }
    }

    private var quote: [StyledText] {
        guard let target = message.replyTo else { return [] }
        let snippet = SafeText(collapsing: target.snippet)
        let line: SafeText = "↳ \(SafeText(name: target.sender)): \(snippet)"
        return [StyledText(line.truncated(to: width), style: Theme.faint)]
    }

    private var text: [StyledText] {
        // A file may come without words.
        if message.text.isEmpty, !message.attachments.isEmpty { return [] }
        let style = message.delivery.isPending ? Theme.faint : Theme.plain
        let lines = SafeText.lines(of: message.text)
        if message.mentions.isEmpty, note == nil {
            return lines.flatMap { $0.wrapped(to: width) }.map { StyledText($0, style: style) }
        }
        var styled = lines.map { MentionText($0, message, style: style).styled }
        if let note, !styled.isEmpty { styled[styled.count - 1].append(note, style: Theme.faint) }
        return styled.flatMap { $0.wrapped(to: width) }
    }

    /// What stands behind the text.
    private var note: SafeText? {
        if message.delivery == .waiting { return " (waiting)" }
        return message.editedAt == nil ? nil : " (edited)"
    }

    private var files: [StyledText] {
        message.attachments.map { file in
            let kind: SafeText = message.kind == .image ? "[image]" : "[file]"
            let name = SafeText(name: file.name)
            let size: SafeText = " \(ByteCountText(file.size).text)"
            let room = max(1, width - kind.width - 1 - size.width)
            return StyledText([
                .init("\(kind) ", style: Theme.faint), .init(name.truncated(to: room), style: Theme.unread),
                .init(size, style: Theme.faint),
            ]).prefix(width: width)
        }
    }

    private var reactions: [StyledText] {
        guard !message.reactions.isEmpty else { return [] }
        var line = StyledText()
        for reaction in message.reactions.prefix(50) {
            let emoji = SafeText(name: reaction.emoji).prefix(width: 12)
            let text: SafeText = reaction.isOwn ? "[\(emoji) \(reaction.count)]" : "\(emoji) \(reaction.count)"
            if !line.runs.isEmpty { line.append("  ") }
            line.append(text, style: reaction.isOwn ? Theme.unread : Theme.faint)
        }
        return line.wrapped(to: width)
    }

    private var uploading: [StyledText] {
        guard let upload else { return [] }
        let percent = Int((min(max(upload.isNaN ? 0 : upload, 0), 1) * 100).rounded(.down))
        return wrapped("sending files: \(percent) %", style: Theme.faint)
    }

    private var failure: [StyledText] {
        guard case .failed(let reason) = message.delivery else { return [] }
        return wrapped(
            "not delivered: \(SafeText(reason, lines: .single)); /retry sends it again, /takeback edits it",
            style: Theme.failed
        )
    }
}
