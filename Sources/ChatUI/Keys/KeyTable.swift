import Terminal

/// Which keys do what, in the words of the help. Whatever is bound is documented here, and the other way round.
enum KeyTable {
    /// Keys that do the same, or one after another of a numbered row.
    struct Binding: Sendable {
        let keys: [Key]
        let commands: [KeyCommand]
        /// What they do, for the help.
        let help: SafeText

        init(_ keys: [Key], _ command: KeyCommand, _ help: SafeText) {
            self.keys = keys
            self.help = help
            commands = Array(repeating: command, count: keys.count)
        }

        init(numbered keys: [Key], _ commands: [KeyCommand], _ help: SafeText) {
            self.keys = keys
            self.commands = commands
            self.help = help
        }
    }

    /// Bindings that belong together.
    struct Section: Sendable {
        let title: SafeText
        let bindings: [Binding]
    }

    static let sections = [writing, moving, cutting, reading, program]

    /// What a key does; nil when it does nothing.
    static func command(for key: Key) -> KeyCommand? { commands[key] }

    private static let commands = Dictionary(
        sections.flatMap(\.bindings).flatMap { zip($0.keys, $0.commands) },
        uniquingKeysWith: { first, _ in first }
    )

    private static let writing = Section(
        title: "Writing",
        bindings: [
            Binding([.named(.enter)], .send, "send, or run a /command"),
            Binding([.named(.enter, .alt), .named(.enter, .shift), .control("j")], .newLine, "new line"),
            Binding([.named(.tab)], .complete, "complete a /command"),
            Binding([.named(.up)], .up, "line up; on the first line the text written before"),
            Binding([.named(.down)], .down, "line down; on the last line the text written after"),
        ]
    )

    private static let moving = Section(
        title: "Moving",
        bindings: [
            Binding([.named(.left), .control("b")], .left, "letter left"),
            Binding([.named(.right), .control("f")], .right, "letter right"),
            Binding([.named(.left, .control), .named(.left, .alt), .alt("b")], .wordLeft, "word left"),
            Binding([.named(.right, .control), .named(.right, .alt), .alt("f")], .wordRight, "word right"),
            Binding([.named(.home), .control("a")], .lineStart, "start of the line"),
            Binding([.named(.end), .control("e")], .lineEnd, "end of the line"),
        ]
    )

    private static let cutting = Section(
        title: "Deleting",
        bindings: [
            Binding([.named(.backspace), .control("h")], .deleteLeft, "delete the letter on the left"),
            Binding([.named(.delete), .control("d")], .deleteRight, "delete the letter on the right"),
            Binding([.named(.backspace, .alt)], .cutWordLeft, "cut the word on the left"),
            Binding([.control("w")], .cutToBlank, "cut back to a blank"),
            Binding([.alt("d"), .named(.delete, .control)], .cutWordRight, "cut the word on the right"),
            Binding([.control("u")], .cutToLineStart, "cut to the start of the line"),
            Binding([.control("k")], .cutToLineEnd, "cut to the end of the line"),
            Binding([.control("y")], .yank, "insert what was cut last"),
        ]
    )

    private static let reading = Section(
        title: "Reading",
        bindings: [
            Binding([.named(.pageUp), .named(.pageUp, .shift)], .pageUp, "page up"),
            Binding([.named(.pageDown), .named(.pageDown, .shift)], .pageDown, "page down"),
            Binding([.named(.home, .control)], .top, "oldest message"),
            Binding([.named(.end, .control)], .bottom, "newest message"),
            Binding([.control("n"), .named(.down, .alt)], .nextThread, "next thread"),
            Binding([.control("p"), .named(.up, .alt)], .previousThread, "previous thread"),
            Binding([.alt("a")], .nextUnread, "next thread with unread messages"),
            Binding(numbered: (1...9).map(digit), (1...9).map(KeyCommand.thread), "thread by its number in the list"),
        ]
    )

    private static let program = Section(
        title: "Program",
        bindings: [
            Binding([.named(.function(1))], .help, "this help"),
            Binding([.named(.escape)], .dismiss, "back to the newest message; close the help"),
            Binding([.control("l")], .redraw, "draw the screen anew"),
            Binding([.control("z")], .suspend, "suspend; fg in the shell comes back"),
            Binding([.control("c")], .interrupt, "clear what is written; quit when nothing is"),
            Binding([.control("q")], .quit, "quit"),
        ]
    )

    private static func digit(_ number: Int) -> Key {
        .alt(Character(Unicode.Scalar(UInt8(ascii: "0") + UInt8(number))))
    }
}

extension KeyTable.Binding {
    /// The keys by name; a long numbered row by its ends.
    var label: SafeText {
        if keys.count > 4, let first = keys.first?.label, let last = keys.last?.label { return "\(first) to \(last)" }
        return keys.dropFirst().reduce(keys.first?.label ?? "") { "\($0), \($1.label)" }
    }
}

extension Key {
    /// The key's name in the help.
    var label: SafeText {
        switch self {
        case .character(let letter): SafeText(String(letter), lines: .single)
        case .named(let name, let modifiers): "\(modifiers.label)\(name.label)"
        case .control(let letter): "Ctrl-\(SafeText(letter.uppercased(), lines: .single))"
        case .alt(let letter): "Alt-\(SafeText(letter.uppercased(), lines: .single))"
        case .altControl(let letter): "Alt-Ctrl-\(SafeText(letter.uppercased(), lines: .single))"
        case .paste: "paste"
        case .focus: "focus"
        case .unknown: "unknown"
        }
    }
}

extension Key.Modifiers {
    fileprivate var label: SafeText {
        let names: [(Key.Modifiers, SafeText)] = [(.control, "Ctrl-"), (.alt, "Alt-"), (.shift, "Shift-")]
        return names.reduce("") { contains($1.0) ? $0 + $1.1 : $0 }
    }
}

extension Key.Name {
    fileprivate var label: SafeText {
        switch self {
        case .enter: "Enter"
        case .tab: "Tab"
        case .backTab: "Shift-Tab"
        case .backspace: "Backspace"
        case .escape: "Esc"
        case .delete: "Delete"
        case .insert: "Insert"
        case .up: "Up"
        case .down: "Down"
        case .left: "Left"
        case .right: "Right"
        case .home: "Home"
        case .end: "End"
        case .pageUp: "PageUp"
        case .pageDown: "PageDown"
        case .function(let number): "F\(number)"
        }
    }
}
