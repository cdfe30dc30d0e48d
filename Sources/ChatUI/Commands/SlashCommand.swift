/// A command typed into the composer.
enum SlashCommand: Sendable, Equatable {
    case join(String)
    case leave
    case retry
    case help
    case quit

    /// How a command is written and what it does, for the help and for completion.
    struct Form: Sendable {
        let name: String
        /// What stands for its argument; nil when it takes none.
        let argument: String?
        let help: String
    }

    static let forms = [
        Form(name: "join", argument: "DESTINATION", help: "join a destination, such as /topic/general"),
        Form(name: "leave", argument: nil, help: "leave the thread on the screen"),
        Form(name: "retry", argument: nil, help: "send this thread's failed messages again"),
        Form(name: "help", argument: nil, help: "show the keys and commands"),
        Form(name: "quit", argument: nil, help: "quit"),
    ]

    fileprivate init?(name: String, argument: String) {
        switch name {
        case "join": self = .join(argument)
        case "leave": self = .leave
        case "retry": self = .retry
        case "help": self = .help
        case "quit": self = .quit
        default: return nil
        }
    }
}

/// What a person meant by a text.
enum ComposedInput: Sendable, Equatable {
    /// Nothing but blanks.
    case nothing
    case message(String)
    case command(SlashCommand)
    /// Something that begins like a command and is none; a sentence says why.
    case mistake(String)

    /// Reads a text: `/name` is a command, `//` begins a message with one `/`.
    init(_ text: String) {
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
        self = ComposedInput.command(
            words.first.map(String.init) ?? "",
            words.count > 1 ? String(words[1]).trimmed : ""
        )
    }

    private static func command(_ name: String, _ argument: String) -> ComposedInput {
        guard let form = SlashCommand.forms.first(where: { $0.name == name }) else {
            return .mistake("no command /\(name.prefix(20)): /help lists them, and // begins a message with /")
        }
        if let wanted = form.argument {
            if argument.isEmpty { return .mistake("/\(name) needs an argument: /\(name) \(wanted)") }
            if argument.contains(where: \.isWhitespace) {
                return .mistake("/\(name) takes one argument, without blanks: /\(name) \(wanted)")
            }
        } else if !argument.isEmpty {
            return .mistake("/\(name) takes no argument")
        }
        return SlashCommand(name: name, argument: argument).map(ComposedInput.command) ?? .nothing
    }
}

/// Completes the name of a command.
enum CommandCompletion: Equatable {
    /// Nothing begins like that.
    case none
    /// The text to stand before the cursor instead.
    case replaced(String)
    /// Several begin like that.
    case several([String])

    /// Completes the text before the cursor.
    init(_ text: String) {
        guard text.hasPrefix("/"), !text.hasPrefix("//"), !text.contains(where: \.isWhitespace) else {
            self = .none
            return
        }
        let typed = text.dropFirst()
        let names = SlashCommand.forms.filter { $0.name.hasPrefix(typed) }
        switch names.count {
        case 0: self = .none
        case 1: self = .replaced("/\(names[0].name)" + (names[0].argument == nil ? "" : " "))
        default:
            let common = names.dropFirst().reduce(names[0].name) {
                String(zip($0, $1.name).prefix { $0 == $1 }.map(\.0))
            }
            self = common.count > typed.count ? .replaced("/\(common)") : .several(names.map { "/\($0.name)" })
        }
    }
}

extension String {
    fileprivate var withoutTrailingBlanks: String {
        guard let last = lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(self[...last])
    }

    fileprivate var trimmed: String { String(withoutTrailingBlanks.drop(while: \.isWhitespace)) }
}
