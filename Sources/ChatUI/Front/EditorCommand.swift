/// The program a person writes in, with its arguments.
struct EditorCommand: Sendable, Equatable {
    let words: [String]

    /// Takes `VISUAL`, else `EDITOR`, else what a system usually has.
    init(environment: [String: String]) {
        let chosen = ["VISUAL", "EDITOR"].compactMap { environment[$0].map(EditorCommand.split) }.first { !$0.isEmpty }
        words = chosen ?? ["editor"]
    }

    /// The words of a command line. Blanks part them, except between quotes or behind a backslash; nothing else has a
    /// meaning, since no shell reads it.
    static func split(_ text: String) -> [String] {
        var words: [String] = []
        var word: String?
        var quote: Character?
        var isEscaped = false
        for letter in text {
            if isEscaped {
                word = (word ?? "") + String(letter)
                isEscaped = false
            } else if letter == "\\", quote != "'" {
                isEscaped = true
                word = word ?? ""
            } else if letter == quote {
                quote = nil
            } else if quote != nil {
                word = (word ?? "") + String(letter)
            } else if letter == "\"" || letter == "'" {
                quote = letter
                word = word ?? ""
            } else if letter.isWhitespace {
                if let word { words.append(word) }
                word = nil
            } else {
                word = (word ?? "") + String(letter)
            }
        }
        return words + (word.map { [$0] } ?? [])
    }
}
