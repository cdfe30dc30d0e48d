import Chat
import Terminal

/// What stands right of the time and the sender: what is answered, the text, files, reactions, what went wrong.
struct MessageContent {
    private let message: ChatMessage
    private let source: ContentCache.Source
    private let width: Int

    init(_ source: ContentCache.Source) {
        message = source.message
        self.source = source
        width = source.width
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
        guard let target = source.quote else { return [] }
        let beginning = SafeText(collapsing: target.snippet)
        let snippet = source.reading.drawsMarkdown ? InlineMarkup(beginning, readsSigns: true).plain : beginning
        let isUnknown = target.sender.isEmpty && target.snippet.isEmpty
        let line: SafeText = isUnknown ? "↳ an earlier message" : "↳ \(SafeText(name: target.sender)): \(snippet)"
        return [StyledText(line.truncated(to: width), style: Theme.faint)]
    }

    private var text: [StyledText] {
        // A file may come without words.
        if message.text.isEmpty, !message.attachments.isEmpty { return [] }
        let style = message.delivery.isPending ? Theme.faint : Theme.plain
        return MessageText(message, reading: source.reading, style: style, width: width).rows(note: note)
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
            var row = StyledText([
                .init("\(kind) ", style: Theme.faint), .init(name.truncated(to: room), style: Theme.unread),
                .init(size, style: Theme.faint),
            ])
            let hint: SafeText = ": s saves it"
            if source.isSelected, row.width + hint.width <= width { row.append(hint, style: Theme.faint) }
            return row.prefix(width: width)
        }
    }

    private var reactions: [StyledText] {
        guard !message.reactions.isEmpty else { return [] }
        var line = StyledText()
        for reaction in message.reactions.prefix(50) {
            let emoji = SafeText(name: reaction.emoji).prefix(width: 32)
            let text: SafeText = reaction.isOwn ? "[\(emoji) \(reaction.count)]" : "\(emoji) \(reaction.count)"
            if !line.runs.isEmpty { line.append("  ") }
            line.append(text, style: reaction.isOwn ? Theme.unread : Theme.faint)
        }
        return line.wrapped(to: width)
    }

    private var uploading: [StyledText] {
        guard let upload = source.upload else { return [] }
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
