import Chat

/// Completes what is being written, from what can be named here.
struct Completer {
    var capabilities: Set<ChatCapability> = []
    /// Members, the likeliest first.
    var members: [String] = []
    var threads: [String] = []
    var workspaces: [String] = []
    var profiles: [String] = []

    /// Completes the text before the cursor.
    func complete(_ text: String) -> Completion {
        guard text.hasPrefix("/"), !text.hasPrefix("//") else { return completeWord(text) }
        guard let blank = text.firstIndex(where: \.isWhitespace) else { return completeName(text) }
        guard let form = CommandTable.form(String(text[..<blank].dropFirst())),
            form.isPossible(with: capabilities)
        else { return .none }
        return complete(form, before: String(text[...blank]), arguments: text[text.index(after: blank)...])
    }

    private func completeName(_ text: String) -> Completion {
        let names = CommandTable.forms.filter { $0.isPossible(with: capabilities) }.map(\.name)
        let completion = Completion.choice(before: "/", typed: String(text.dropFirst()), candidates: names) { name in
            CommandTable.form(name)?.arguments.isEmpty == false ? name + " " : name
        }
        if case .several(let names) = completion {
            return .several(names.map { Completion.Candidate(label: "/" + $0.label, text: $0.text) })
        }
        return completion
    }

    /// `@name`, `#thread` and `:emoji:` in a message: what was begun last, and fits.
    private func completeWord(_ text: String) -> Completion {
        Completer.lastMark(in: text).map { complete(text, from: $0) } ?? .none
    }

    /// Where the last name or emoji begins; its word may be followed by others, since names have blanks.
    private static func lastMark(in text: String) -> String.Index? {
        text.indices.last { index in
            "@#:".contains(text[index]) && (index == text.startIndex || mayPrecedeName(text[text.index(before: index)]))
        }
    }

    /// Blanks and what opens something; in the middle of a word nothing begins.
    private static func mayPrecedeName(_ letter: Character) -> Bool {
        letter.isWhitespace || "([{<\"'“‘«„‚‹¿¡,;*_~|—–（「『【《〈".contains(letter)
    }

    private func complete(_ text: String, from mark: String.Index) -> Completion {
        let typed = String(text[text.index(after: mark)...])
        let before = String(text[...mark])
        // Only names go on behind a blank.
        let hasBlank = typed.contains(where: \.isWhitespace)
        if typed.contains(where: \.isNewline) { return .none }
        switch text[mark] {
        case "@": return Completion.choice(before: before, typed: typed, candidates: members)
        case "#" where !typed.isEmpty: return Completion.choice(before: before, typed: typed, candidates: threads)
        case ":" where !typed.isEmpty && !hasBlank: return emoji(before: String(text[..<mark]), word: text[mark...])
        default: return .none
        }
    }

    private func complete(_ form: CommandForm, before: String, arguments: Substring) -> Completion {
        let (index, word, start) = Completer.lastWord(of: arguments)
        guard let kind = form.completion.indices.contains(index) ? form.completion[index] : form.completion.last else {
            return completeWord(before + arguments)
        }
        let before = before + arguments[..<start]
        let typed = word.hasPrefix("\"") ? String(word.dropFirst()) : String(word)
        switch kind {
        case .member:
            let name = typed.hasPrefix("@") ? String(typed.dropFirst()) : typed
            return quoted(before: before, word: word, typed: name, candidates: members)
        // The subcommand comes first, then the workspace it is about.
        case .workspace: return quoted(before: before, word: word, typed: typed, candidates: workspaces)
        case .thread: return quoted(before: before, word: word, typed: typed, candidates: threads)
        case .profile: return quoted(before: before, word: word, typed: typed, candidates: profiles)
        case .word(let words): return Completion.choice(before: before, typed: typed, candidates: words)
        case .emoji: return emoji(before: before, word: word)
        case .path: return .path(typed)
        case .anything: return completeWord(before + word)
        }
    }

    /// A word that holds blanks stands between quotes.
    private func quoted(before: String, word: Substring, typed: String, candidates: [String]) -> Completion {
        let isQuoted = word.hasPrefix("\"")
        let lead = before + (isQuoted ? "\"" : "")
        let completion = Completion.choice(before: lead, typed: typed, candidates: candidates) { name in
            if isQuoted { return name + "\" " }
            return name.contains(where: \.isWhitespace) ? "\"\(name)\" " : name + " "
        }
        // What several have in common may end in the middle of a quoted word.
        if case .replaced(let text) = completion, !isQuoted, text.dropFirst(before.count).contains(" "),
            !text.dropFirst(before.count).hasPrefix("\""), !text.hasSuffix(" ")
        {
            return .replaced(before + "\"" + text.dropFirst(before.count))
        }
        return completion
    }

    private func emoji(before: String, word: Substring) -> Completion {
        guard word.hasPrefix(":") || word.isEmpty else { return .none }
        if let emoji = EmojiNames.emoji(String(word)) { return .replaced(before + emoji + " ") }
        let typed = String(word.dropFirst())
        let names = EmojiNames.names(like: typed)
        func written(_ name: String) -> String { before + (EmojiNames.emoji(":\(name):") ?? "") + " " }
        if names.count == 1 { return .replaced(written(names[0])) }
        let completion = Completion.choice(before: before + ":", typed: typed, candidates: names)
        if case .replaced = completion { return completion }
        if names.isEmpty { return .none }
        return .several(
            names.prefix(40).map {
                Completion.Candidate(label: "\(EmojiNames.emoji(":\($0):") ?? "") :\($0):", text: written($0))
            }
        )
    }

    /// The word that is being written last, its place among the words, and where it begins.
    static func lastWord(of arguments: Substring) -> (index: Int, word: Substring, start: Substring.Index) {
        var index = 0
        var start = arguments.startIndex
        var place = arguments.startIndex
        var isQuoted = false
        while place < arguments.endIndex {
            let letter = arguments[place]
            if letter == "\"", isQuoted || place == start { isQuoted.toggle() }
            let next = arguments.index(after: place)
            if letter.isWhitespace, !isQuoted {
                if place > start { index += 1 }
                start = next
            }
            place = next
        }
        return (index, arguments[start...], start)
    }
}
