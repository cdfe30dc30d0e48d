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
    /// What keys do first while a message is selected.
    static let selecting = selected

    /// What a key does; nil when it does nothing.
    static func command(for key: Key) -> KeyCommand? { commands[key] }

    /// What a key does while a message is selected; nil when it does what it always does.
    static func commandForSelection(_ key: Key) -> KeyCommand? { selectionCommands[key] }

    private static let commands = commands(of: sections)
    private static let selectionCommands = commands(of: [selecting])

    private static func commands(of sections: [Section]) -> [Key: KeyCommand] {
        Dictionary(
            sections.flatMap(\.bindings).flatMap { zip($0.keys, $0.commands) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    private static let writing = Section(
        title: "Writing",
        bindings: [
            Binding([.named(.enter)], .send, "send, or run a /command"),
            Binding([.named(.enter, .alt), .named(.enter, .shift), .control("j")], .newLine, "new line"),
            Binding([.named(.tab)], .complete, "complete a /command, @name, :emoji: or path"),
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
            Binding([.named(.up, .shift), .alt("k")], .selectUp, "select the message above"),
            Binding([.named(.down, .shift), .alt("j")], .selectDown, "select the message below"),
            Binding([.control("r")], .search, "search messages; opens again what was found last"),
            Binding([.alt("w")], .membersPane, "members beside the messages, on a narrow screen over them"),
            Binding([.alt("i")], .threadCard, "what there is to know about the thread"),
            Binding([.alt("s")], .foldSection, "fold the thread's section of the list, or unfold it"),
            Binding([.alt("-")], .narrowList, "narrower list of threads, until it is hidden"),
            Binding([.alt("=")], .widenList, "wider list of threads"),
            Binding([.alt("v")], .rawView, "show messages as they were written, or with Markdown drawn again"),
            Binding([.control("g")], .fillGap, "load the messages missing in a gap"),
            Binding(numbered: (1...9).map(digit), (1...9).map(KeyCommand.thread), "thread by its number in the list"),
        ]
    )

    private static let selected = Section(
        title: "With a message selected",
        bindings: [
            Binding([.named(.up), .character("k")], .selectUp, "message above"),
            Binding([.named(.down), .character("j")], .selectDown, "message below"),
            Binding([.named(.home), .character("g")], .selectFirst, "oldest message"),
            Binding([.named(.end), .character("G")], .selectLast, "newest message"),
            Binding(
                [.named(.enter), .character("o")],
                .openSelected,
                "load a gap, send a failed message again, or reply"
            ),
            Binding([.character("r")], .reply, "reply"),
            Binding([.character("e")], .edit, "edit your message; one that failed is taken back"),
            Binding([.character("d")], .delete, "delete your message"),
            Binding([.character("+")], .react, "react with an emoji"),
            Binding([.character("s")], .save, "save its files"),
            Binding([.named(.escape), .character("q")], .dismiss, "back to writing"),
        ]
    )

    private static let program = Section(
        title: "Program",
        bindings: [
            Binding([.named(.function(1))], .help, "this help"),
            Binding(
                [.named(.escape)],
                .dismiss,
                "leave what is open; cancel a reply or an edit; back to the newest message"
            ),
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
