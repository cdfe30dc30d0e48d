import Chat

/// What a line means that only makes sense without a screen; every other line means what it does in the composer.
enum PlainCommand: Sendable, Equatable {
    case threads
    /// A thread of the list by its number.
    case go(Int)
    /// The message with this number, and those around it.
    case show(Int)
    case nextUnread
    case history(Int)
    case gap
    case status
    case help
    case draft
    /// Gives up a reply begun, or a question.
    case cancel

    /// How they are written and what they do, for the help.
    static let forms: [(usage: String, help: String)] = [
        ("/threads", "list the threads, with numbers and what is unread"),
        ("/go NUMBER", "go to a thread by its number in that list; /join goes by title"),
        ("/next", "go to the next thread with something unread"),
        ("/history [COUNT]", "read further back in the thread"),
        ("/show NUMBER", "go to a message by its number, with those around it"),
        ("/gap", "load what is missing in the thread"),
        ("/status", "say how the connection is, and where you are"),
        ("/draft", "read what was begun to be written here on the screen"),
        ("/cancel", "give up a reply begun, or a question"),
        ("/help", "this list"),
    ]

    private static let historyCount = 20

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
        switch name {
        case "/threads": self = .threads
        case "/go": self = .go(try number("/go NUMBER"))
        case "/show": self = .show(try number("/show NUMBER"))
        case "/next": self = .nextUnread
        case "/history":
            self = .history(words.count > 1 ? min(try number("/history [COUNT]"), 1000) : PlainCommand.historyCount)
        case "/gap": self = .gap
        case "/status": self = .status
        case "/draft": self = .draft
        case "/cancel": self = .cancel
        case "/help": self = .help
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
        "/reply", "/edit", "/delete", "/react", "/save", "/report", "/retry", "/discard", "/takeback", "/copy", "/raw",
        "/open", "/links",
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
