import Chat
import Terminal

/// One line of a message with the names it mentions made to stand out.
struct MentionText {
    let styled: StyledText

    init(_ line: SafeText, _ message: ChatMessage, style: Style) {
        let names = message.mentions.prefix(50).map { (SafeText("@", lines: .single) + SafeText(name: $0)).graphemes }
        guard names.contains(where: { $0.count > 1 }) else {
            styled = StyledText(line, style: style)
            return
        }
        var result = StyledText()
        let letters = line.graphemes
        var start = 0
        var index = 0
        // Of two names that fit, the longer one is meant.
        let byLength = names.filter { $0.count > 1 }.sorted { $0.count > $1.count }
        while index < letters.count {
            let fitting = letters[index].text == "@" ? byLength.first { letters[index...].starts(with: $0) } : nil
            guard let name = fitting else {
                index += 1
                continue
            }
            result.append(line.slice(start..<index), style: style)
            result.append(line.slice(index..<(index + name.count)), style: Theme.mention)
            index += name.count
            start = index
        }
        result.append(line.slice(start..<letters.count), style: style)
        styled = result
    }
}
