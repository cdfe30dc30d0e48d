import Chat

/// What stands behind a command's name.
struct CommandArguments: Sendable {
    /// All of it, without blanks around.
    let text: String
    /// How the command is written, for sentences.
    private let usage: String
    private let name: String

    init(_ text: String, of form: CommandForm) {
        self.text = text
        name = "/\(form.name)"
        usage = form.usage
    }

    private init(_ text: String, name: String, usage: String) {
        self.text = text
        self.name = name
        self.usage = usage
    }

    var isEmpty: Bool { text.isEmpty }

    /// The words. Blanks part them, except between quotes: `"two words"` is one.
    func words() throws(CommandMistake) -> [String] {
        var words: [String] = []
        var rest = text[...]
        while true {
            rest = rest.drop(while: \.isWhitespace)
            guard let first = rest.first else { return words }
            if first == "\"" {
                guard let end = rest.dropFirst().firstIndex(of: "\"") else {
                    throw CommandMistake("a \" is not closed: \(usage)")
                }
                words.append(String(rest[rest.index(after: rest.startIndex)..<end]))
                rest = rest[rest.index(after: end)...]
            } else {
                let word = rest.prefix { !$0.isWhitespace }
                words.append(String(word))
                rest = rest.dropFirst(word.count)
            }
        }
    }

    func none() throws(CommandMistake) {
        guard isEmpty else { throw CommandMistake("\(name) takes no argument") }
    }

    /// All of it as one text, quotes around it or not.
    func whole() throws(CommandMistake) -> String {
        guard !isEmpty else { throw missing }
        return text.unquoted
    }

    /// All of it as it is written, with its quotes.
    func line() throws(CommandMistake) -> String {
        guard !isEmpty else { throw missing }
        return text
    }

    /// All of it as one text; nil when there is nothing.
    var optionalWhole: String? { isEmpty ? nil : text.unquoted }

    /// One word.
    func one() throws(CommandMistake) -> String {
        let words = try words()
        guard let word = words.first, !word.isEmpty else { throw missing }
        guard words.count == 1 else {
            throw CommandMistake("\(name) takes one argument; put \" around blanks: \(usage)")
        }
        return word
    }

    /// One member's name, with or without `@`.
    func member() throws(CommandMistake) -> String {
        try one().withoutAt
    }

    /// At least one member's name.
    func members() throws(CommandMistake) -> [String] {
        let names = try words().map(\.withoutAt).filter { !$0.isEmpty }
        guard !names.isEmpty else { throw missing }
        return names
    }

    /// `on`, `off` or nothing.
    func toggle() throws(CommandMistake) -> Bool? {
        switch text.lowercased() {
        case "": return nil
        case "on": return true
        case "off": return false
        default: throw CommandMistake("\(name) takes on, off or nothing: \(usage)")
        }
    }

    /// What stands before and behind ` -- `, quotes around each or not; without it, nil behind.
    var halves: (before: String, behind: String?) {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard let dashes = words.firstIndex(of: "--") else { return (text.unquoted, nil) }
        return (
            words[..<dashes].joined(separator: " ").trimmed.unquoted,
            words[(dashes + 1)...].joined(separator: " ").trimmed.unquoted
        )
    }

    /// The first word, and the arguments behind it.
    var split: (word: String, rest: CommandArguments) {
        let parts = text.split(maxSplits: 1, whereSeparator: \.isWhitespace)
        let word = parts.first.map(String.init) ?? ""
        let rest = parts.count > 1 ? String(parts[1]).trimmed : ""
        return (word, CommandArguments(rest, name: "\(name) \(word)", usage: usage))
    }

    /// Nothing stands where something should.
    var missing: CommandMistake { CommandMistake("\(name) needs an argument: \(usage)") }

    func mistake(_ sentence: String) -> CommandMistake { CommandMistake("\(sentence): \(usage)") }
}

extension String {
    fileprivate var withoutAt: String { hasPrefix("@") ? String(dropFirst()) : self }

    /// Without the quotes around it, if it is one text between two of them.
    fileprivate var unquoted: String {
        let isQuoted = count > 2 && hasPrefix("\"") && dropFirst().firstIndex(of: "\"") == indices.last
        return isQuoted ? String(dropFirst().dropLast()) : self
    }
}
