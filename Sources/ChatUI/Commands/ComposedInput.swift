import Chat

/// What a person meant by a text.
enum ComposedInput: Sendable, Equatable {
    /// Nothing but blanks.
    case nothing
    case message(String)
    case command(SlashCommand)
    /// Something that begins like a command and is none; a sentence says why.
    case mistake(String)

    /// Reads a text: `/name` is a command, `//` begins a message with one `/`.
    ///
    /// - Parameter capabilities: what the server can do; commands that need more are mistakes.
    init(_ text: String, capabilities: Set<ChatCapability> = Set(ChatCapability.allCases)) {
        let trimmed = text.trimmed
        guard !trimmed.isEmpty else {
            self = .nothing
            return
        }
        guard text.hasPrefix("/") else {
            self = .message(text.withoutTrailingBlanks)
            return
        }
        if text.hasPrefix("//") {
            self = .message(String(text.dropFirst()).withoutTrailingBlanks)
            return
        }
        let words = trimmed.dropFirst().split(maxSplits: 1, whereSeparator: \.isWhitespace)
        let arguments = words.count > 1 ? String(words[1]).trimmed : ""
        do throws(CommandMistake) {
            self = .command(
                try CommandTable.read(words.first.map(String.init) ?? "", arguments, capabilities: capabilities)
            )
        } catch {
            self = .mistake(error.sentence)
        }
    }
}

/// Why a command can't be carried out, in one sentence.
struct CommandMistake: Error, Equatable {
    let sentence: String

    init(_ sentence: String) { self.sentence = sentence }
}

extension String {
    var withoutTrailingBlanks: String {
        guard let last = lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(self[...last])
    }

    var trimmed: String { String(withoutTrailingBlanks.drop(while: \.isWhitespace)) }
}
