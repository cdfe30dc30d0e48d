public import Terminal

/// How parts of the screen look.
public struct ThemeSettings: Sendable, Equatable {
    /// The looks of parts; what is not here looks as it does by itself.
    public var looks: [ThemePart: Style] = [:]
    /// The colours of names, of which each has one; empty for those there are.
    public var senders: [Style.Color] = []

    /// The most colours of names.
    public static let senderLimit = 12

    /// Everything as it is by itself.
    public init() {}
}

/// Parts of the screen whose looks can be chosen, by their names in the configuration.
public enum ThemePart: String, Sendable, CaseIterable {
    /// Times, hints and what matters little.
    case faint
    /// Titles and names of our own.
    case strong
    /// The thread on the screen, and what is chosen in a list.
    case selected
    /// Threads with something new, and their counts.
    case unread
    /// Names that are called.
    case mention
    /// What a search has found.
    case found
    /// Code in messages.
    case code
    /// What a message quotes.
    case quoted
    /// Addresses in messages.
    case link
    /// Lines that part things.
    case line
    /// The line above what is new, and marks that matter.
    case new
    /// What went wrong.
    case failed
    /// The status line.
    case status
    /// The status line when something is wrong.
    case statusBad
}

extension Style {
    /// Reads looks: words such as `bold #ffaf00 on 236 underline`, a colour by name, number or `#rrggbb`.
    ///
    /// - Throws: ``LooksFault``, which names the word.
    public init(looks text: String) throws(LooksFault) {
        self.init()
        var isBackground = false
        for word in text.split(whereSeparator: \.isWhitespace).map(String.init) {
            if word == "on" {
                guard !isBackground else { throw LooksFault(word: word) }
                isBackground = true
            } else if let attribute = Style.attributeWords[word], !isBackground {
                attributes.insert(attribute)
            } else if let color = Style.Color(word) {
                if isBackground { background = color } else { foreground = color }
                isBackground = false
            } else {
                throw LooksFault(word: word)
            }
        }
        if isBackground { throw LooksFault(word: "on") }
    }

    private static let attributeWords: [String: Attributes] = [
        "bold": .bold, "dim": .dim, "italic": .italic, "underline": .underline, "reverse": .reverse, "plain": [],
    ]
}

/// A word that is no part of looks.
public struct LooksFault: Error, Equatable {
    /// The word.
    public let word: String

    /// A word that is none.
    public init(word: String) { self.word = word }

    /// What would be right, for a sentence.
    public var problem: String {
        "\(word.debugDescription) is no looks; write words such as \"bold #ffaf00 on 236\", with \(LooksFault.words)"
    }

    private static let words =
        "bold, dim, italic, underline, reverse and colours: default, a number up to 255, #rrggbb, or a name such as red"
}

extension Style.Color {
    /// Reads a colour: `default`, one of the sixteen by name, a number of the 256, or `#rrggbb`; nil when it is none.
    public init?(_ word: String) {
        if word == "default" {
            self = .terminalDefault
        } else if let index = Style.Color.names.firstIndex(of: word) {
            self = .palette(UInt8(index))
        } else if let number = UInt8(word), word.allSatisfy(\.isNumber) {
            self = .palette(number)
        } else if word.count == 7, word.first == "#", let value = UInt32(word.dropFirst(), radix: 16),
            word.dropFirst().allSatisfy(\.isHexDigit)
        {
            self = .rgb(UInt8(value >> 16), UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF))
        } else {
            return nil
        }
    }

    private static let names = [
        "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white", "bright-black", "bright-red",
        "bright-green", "bright-yellow", "bright-blue", "bright-magenta", "bright-cyan", "bright-white",
    ]
}
