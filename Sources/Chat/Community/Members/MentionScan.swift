/// Finds the members that a text names by `@`.
enum MentionScan {
    /// The members mentioned, each once, in the order of the text. Of two names that fit, the longer one is meant.
    static func members(in text: String, among members: [Member]) -> [Member] {
        let byLength = members.filter { !$0.name.isEmpty }.sorted { $0.name.count > $1.name.count }
        var found: [Member] = []
        var rest = text[...]
        while let at = rest.firstIndex(of: "@") {
            let isWord = at > text.startIndex && isPlain(text[text.index(before: at)])
            rest = rest[rest.index(after: at)...]
            guard !isWord, let member = byLength.first(where: { begins(rest, with: $0.name) }) else { continue }
            if !found.contains(where: { $0.id == member.id }) { found.append(member) }
            rest = rest.dropFirst(member.name.count)
        }
        return found
    }

    private static func begins(_ rest: Substring, with name: String) -> Bool {
        let head = rest.prefix(name.count)
        guard head.lowercased() == name.lowercased() else { return false }
        guard let next = rest.dropFirst(name.count).first, let last = name.last else { return true }
        // Korean particles follow a name without a blank; only Latin letters and digits go on with the word.
        return !(isPlain(next) && isPlain(last))
    }

    private static func isPlain(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || character == "_")
    }
}
