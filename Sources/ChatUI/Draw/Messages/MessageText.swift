import Chat
import Terminal

/// The text of a message in rows of a width, with what Markdown, links and mentions make of it.
struct MessageText {
    private let message: ChatMessage
    private let reading: ReadingSettings
    private let style: Style
    private let width: Int
    /// The names it mentions, as letters.
    private let mentions: [[SafeText.Grapheme]]

    /// Narrower than this there is no room for anything beside the words.
    private static let widthWithBlocks = 12

    init(_ message: ChatMessage, reading: ReadingSettings, style: Style, width: Int) {
        self.message = message
        self.reading = reading
        self.style = style
        self.width = max(1, width)
        mentions = message.mentions.prefix(50).map { SafeText(name: $0).graphemes }.filter { !$0.isEmpty }
    }

    /// At least one row.
    ///
    /// - Parameter note: stands behind the text.
    func rows(note: SafeText?) -> [StyledText] {
        let lines = SafeText.lines(of: message.text)
        let isFlat = !reading.drawsMarkdown || width < MessageText.widthWithBlocks
        let blocks = isFlat ? lines.map { MarkdownBlock.text($0, depth: 0) } : MarkdownBlock.read(lines)
        var rows: [StyledText] = []
        for (index, block) in blocks.enumerated() {
            rows += self.rows(of: block, note: index == blocks.count - 1 ? note : nil)
        }
        return rows
    }

    private func rows(of block: MarkdownBlock, note: SafeText?) -> [StyledText] {
        switch block {
        case .text(let text, let depth): return wrapped(text, after: quote(depth), note: note)
        case .item(let text, let mark, let depth):
            // Without room for the indentation its mark is the beginning of the text.
            guard mark.width * 2 <= width else { return wrapped(mark + text, after: quote(depth), note: note) }
            return wrapped(text, after: quote(depth), mark: mark, note: note)
        case .code(let lines, let info): return rows(ofCode: lines, info: info, note: note)
        }
    }

    private func quote(_ depth: Int) -> SafeText { SafeText(repeating: "│ ", count: depth) }

    private func wrapped(
        _ text: SafeText,
        after quote: SafeText,
        mark: SafeText = "",
        note: SafeText?
    ) -> [StyledText] {
        var styled = styled(text, isQuoted: !quote.isEmpty)
        if let note { styled.append(note, style: Theme.faint) }
        let lines = styled.wrapped(to: width - quote.width - mark.width)
        if quote.isEmpty, mark.isEmpty { return lines }
        let blank = SafeText(repeating: " ", count: mark.width)
        return lines.enumerated().map { row, line in
            StyledText([.init(quote, style: Theme.faint), .init(row == 0 ? mark : blank, style: style)] + line.runs)
        }
    }

    /// What is too long goes on in the next row, with another line before it.
    private func rows(ofCode lines: [SafeText], info: SafeText, note: SafeText?) -> [StyledText] {
        var rows: [StyledText] = []
        if !info.isEmpty {
            let line: SafeText = "│ \(info)"
            rows.append(StyledText(line.truncated(to: width), style: Theme.faint))
        }
        for line in lines {
            let parts = styled(line, isCode: true).cut(to: width - 2)
            rows += parts.enumerated().map { row, part in
                StyledText([.init(row == 0 ? "│ " : "┆ ", style: Theme.faint)] + part.runs)
            }
        }
        if lines.isEmpty { rows.append(StyledText("│", style: Theme.faint)) }
        if let note { rows.append(StyledText(note.slice(1..<note.graphemes.count), style: Theme.faint)) }
        return rows
    }
}

// MARK: Looks
extension MessageText {
    private func styled(_ line: SafeText, isQuoted: Bool = false, isCode: Bool = false) -> StyledText {
        guard InlineMarkup.isNeeded(for: line) else {
            return StyledText(line, style: look(of: [], isQuoted: isQuoted, isCode: isCode))
        }
        var markup = InlineMarkup(line, readsSigns: reading.drawsMarkdown && !isCode)
        if !isCode { markup.markMentions(mentions) }
        var result = StyledText()
        var links = markup.links[...]
        var start = 0
        while start < line.graphemes.count {
            let traits = markup.traits[start]
            var end = start + 1
            while end < line.graphemes.count, markup.traits[end] == traits { end += 1 }
            while let link = links.first, link.upperBound <= start { links = links.dropFirst() }
            if !traits.contains(.sign) {
                let isLink = traits.contains(.link)
                result.append(
                    line.slice(start..<end),
                    style: look(of: traits, isQuoted: isQuoted, isCode: isCode),
                    link: isLink ? links.first.flatMap { SafeLink(line.slice($0)) } : nil
                )
            }
            start = end
        }
        return result
    }

    private func look(of traits: InlineTraits, isQuoted: Bool, isCode: Bool) -> Style {
        if traits.contains(.mention) { return Theme.mention }
        var look = isCode || traits.contains(.code) ? Theme.code : style
        look.attributes.formUnion(style.attributes)
        if isQuoted { look.attributes.formUnion(Theme.quoted.attributes) }
        if traits.contains(.bold) { look.attributes.formUnion(.bold) }
        if traits.contains(.italic) { look.attributes.formUnion(.italic) }
        if traits.contains(.link) { look.attributes.formUnion(Theme.link.attributes) }
        return look
    }
}
