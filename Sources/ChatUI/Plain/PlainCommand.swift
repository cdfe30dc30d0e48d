import Chat

/// What a line means that only makes sense without a screen; every other line means what it does in the composer.
enum PlainCommand: Sendable, Equatable {
    /// Those whose titles fit some letters, or all.
    case threads(String)
    /// What has this number in the list told last.
    case choose(Int)
    /// Emoji whose names fit some letters.
    case emoji(String)
    /// The links and files of the message with this number, or of the newest.
    case links(Int?)
    /// The link or file of the message with this number, with the person's program for it.
    case open(Int)
    /// The text of the message with this number, as it was written.
    case copy(Int)
    /// Write in an editor; with a number, the text of that message.
    case editor(Int?)
    /// A thread of the list by its number.
    case go(Int)
    /// The message with this number, and those around it.
    case show(Int)
    case nextUnread
    case history(Int)
    case gap
    case status
    case help
    case draft(DraftUse)
    /// Gives up a reply begun, or a question.
    case cancel

    /// What becomes of what was begun.
    enum DraftUse: String, Sendable {
        case read, send, drop
    }

    /// How they are written and what they do, for the help.
    static let forms: [(usage: String, help: String)] = [
        ("/threads [LETTERS]", "list the threads, or those whose titles fit, with numbers and what is unread"),
        ("/go NUMBER", "go to a thread by its number in that list; /join goes by title"),
        ("/next", "go to the next thread with something unread"),
        ("/history [COUNT]", "read further back in the thread"),
        ("/show NUMBER", "go to a message by its number, with those around it"),
        ("/choose NUMBER", "take what has this number in the list told last, such as members, mentions or links"),
        ("/links [NUMBER]", "list the links and files of a message, or of the newest ones"),
        ("/open NUMBER", "open the link or file of a message"),
        ("/copy NUMBER", "write a message's text out as it was written"),
        ("/emoji LETTERS", "list the names of emoji that fit"),
        ("/editor [NUMBER]", "write in $VISUAL or $EDITOR; with a number, change that message of yours"),
        ("/gap", "load what is missing in the thread"),
        ("/status", "say how the connection is, and where you are"),
        ("/draft [send|drop]", "read what was begun to be written here; send it, or give it up"),
        ("/cancel", "give up a reply begun, or a question"),
        ("/help", "this list"),
    ]

    private static let historyCount = 20

    /// Whether a command, with its `/`, only makes sense on a screen.
    static func isForScreen(_ name: String) -> Bool { ["/fold", "/list-width", "/mouse", "/raw"].contains(name) }

    /// Whether one of the chat's commands is told in the help: not what is here, or is not possible.
    static func isCommon(_ form: CommandForm) -> Bool {
        let name = "/\(form.name)"
        return !isForScreen(name) && !forms.contains { $0.usage.split(separator: " ")[0] == name }
    }

    /// Reads a line; nil for one that means what it does in the composer.
    init?(_ line: String) throws(CommandMistake) {
        let words = line.split(whereSeparator: \.isWhitespace)
        guard let name = words.first, name.hasPrefix("/") else { return nil }
        func number(_ usage: String) throws(CommandMistake) -> Int {
            guard words.count == 2, let number = Int(words[1]), number > 0 else {
                throw CommandMistake("\(name) needs a number: \(usage)")
            }
            return number
        }
        func optionalNumber(_ usage: String) throws(CommandMistake) -> Int? {
            words.count > 1 ? try number(usage) : nil
        }
        let rest = words.dropFirst().joined(separator: " ")
        switch name {
        case "/threads": self = .threads(rest)
        case "/choose": self = .choose(try number("/choose NUMBER"))
        case "/emoji": self = .emoji(rest)
        case "/links": self = .links(try optionalNumber("/links [NUMBER]"))
        case "/open": self = .open(try number("/open NUMBER"))
        case "/copy": self = .copy(try number("/copy NUMBER"))
        case "/editor": self = .editor(try optionalNumber("/editor [NUMBER]"))
        case "/go": self = .go(try number("/go NUMBER"))
        case "/show": self = .show(try number("/show NUMBER"))
        case "/next": self = .nextUnread
        case "/history":
            self = .history(words.count > 1 ? min(try number("/history [COUNT]"), 1000) : PlainCommand.historyCount)
        case "/gap": self = .gap
        case "/status": self = .status
        case "/draft":
            guard let use = rest.isEmpty ? .read : DraftUse(rawValue: rest) else {
                throw CommandMistake("/draft takes send, drop or nothing")
            }
            self = .draft(use)
        case "/cancel": self = .cancel
        case "/help": self = .help
        case let name where PlainCommand.isForScreen(String(name)):
            throw CommandMistake("\(name) is about the screen, and here is none")
        default: return nil
        }
    }
}

/// A command about a message by its number, such as `/reply 12 yes`.
struct NumberedLine: Sendable, Equatable {
    let number: Int
    /// The line without the number.
    let line: String

    /// The commands that are about a message.
    private static let names: Set<String> = [
        "/reply", "/edit", "/delete", "/react", "/save", "/report", "/retry", "/discard", "/takeback",
    ]

    init?(_ line: String) {
        let words = line.split(maxSplits: 2, whereSeparator: \.isWhitespace)
        guard words.count > 1, NumberedLine.names.contains(String(words[0])),
            let number = Int(words[1].hasPrefix("#") ? words[1].dropFirst() : words[1]), number > 0
        else { return nil }
        self.number = number
        self.line = words.count > 2 ? "\(words[0]) \(words[2])" : String(words[0])
    }
}
