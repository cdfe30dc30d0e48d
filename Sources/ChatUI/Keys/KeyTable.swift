import Terminal

/// Which keys do what by themselves, in the words of the help. Whatever is bound is documented here, and the other way
/// round.
enum KeyTable {
    /// Keys that do the same, or one after another of a numbered row.
    struct Binding: Sendable {
        let chords: [KeyChord]
        let commands: [KeyCommand]
        /// What it is about, also where no key does it.
        let all: [KeyCommand]
        /// What they do, for the help.
        let help: SafeText

        init(_ keys: [Key], _ command: KeyCommand, _ help: SafeText) {
            self.init(keys.map { KeyChord($0) }, command, help)
        }

        init(_ chords: [KeyChord], _ command: KeyCommand, _ help: SafeText) {
            self.init(chords: chords, commands: Array(repeating: command, count: chords.count), help)
        }

        init(chords: [KeyChord], commands: [KeyCommand], all: [KeyCommand]? = nil, _ help: SafeText) {
            self.chords = chords
            self.commands = commands
            self.all = all ?? commands.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
            self.help = help
        }

        /// The keys that come first in them.
        var keys: [Key] { chords.map { $0.keys[0] } }
    }

    /// Bindings that belong together.
    struct Section: Sendable {
        let title: SafeText
        let bindings: [Binding]
    }

    static let sections = [writing, moving, deleting, reading, program]

    private static let writing = Section(
        title: "Writing",
        bindings: [
            Binding([.named(.enter)], .send, "send, or run a /command"),
            Binding([.named(.enter, .alt), .named(.enter, .shift), .control("j")], .newLine, "new line"),
            Binding(
                [.named(.tab)],
                .complete,
                "complete a /command, @name, #thread, :emoji: or path; again for the next that fits"
            ),
            Binding([.named(.backTab)], .completeBack, "the one before that fits"),
            Binding([.named(.up)], .up, "line up; on the first line the text written before in this thread"),
            Binding([.named(.down)], .down, "line down; on the last line the text written after"),
            Binding([.named(.up, .control)], .historyOlder, "the text written before in any thread"),
            Binding([.named(.down, .control)], .historyNewer, "the text written after in any thread"),
            Binding([.control("r")], .searchHistory, "find a text written before; with a message selected, messages"),
            Binding([.alt("e")], .emoji, "choose an emoji"),
            Binding(
                [KeyChord(.control("x"), .control("e"))],
                .editor,
                "write in $VISUAL or $EDITOR, and come back with the text"
            ),
        ]
    )

    private static let moving = Section(
        title: "Moving",
        bindings: [
            Binding([.named(.left), .control("b")], .left, "letter left"),
            Binding([.named(.right), .control("f")], .right, "letter right"),
            Binding(
                [.named(.left, .control), .named(.left, .alt), .alt("b")],
                .wordLeft,
                "word left; with Shift held as well the same, as with all keys that have a name and no use with Shift"
            ),
            Binding([.named(.right, .control), .named(.right, .alt), .alt("f")], .wordRight, "word right"),
            Binding([.named(.home), .control("a")], .lineStart, "start of the line"),
            Binding([.named(.end), .control("e")], .lineEnd, "end of the line"),
        ]
    )

    private static let deleting = Section(
        title: "Changing",
        bindings: [
            Binding([.named(.backspace), .control("h")], .deleteLeft, "delete the letter on the left"),
            Binding([.named(.delete), .control("d")], .deleteRight, "delete the letter on the right"),
            Binding(
                [.named(.backspace, .alt), .named(.backspace, .control), .altControl("h")],
                .cutWordLeft,
                "cut the word on the left"
            ),
            Binding([.control("w")], .cutToBlank, "cut back to a blank"),
            Binding(
                [.alt("d"), .named(.delete, .control), .named(.delete, .alt)],
                .cutWordRight,
                "cut the word on the right"
            ),
            Binding([.control("u")], .cutToLineStart, "cut to the start of the line"),
            Binding(
                [.control("k")],
                .cutToLineEnd,
                "cut to the end of the line; at the end of the text, or without one, go to any thread"
            ),
            Binding([.control("y")], .yank, "insert what was cut last"),
            Binding([.alt("y")], .yankOlder, "right after that: what was cut before it instead"),
            Binding([.control("t")], .transpose, "exchange two letters"),
            Binding([.alt("u")], .upcaseWord, "make the word's letters large"),
            Binding([.alt("l")], .downcaseWord, "make the word's letters small"),
            Binding([.alt("c")], .capitalizeWord, "make the word's first letter large"),
            Binding(
                [
                    KeyChord(.control("_")), KeyChord(.control("/")), KeyChord(.control("-")),
                    KeyChord(.control("x"), .control("u")),
                ],
                .undo,
                "take the last change back"
            ),
            Binding(
                [KeyChord(.alt("_")), KeyChord(.alt("z")), KeyChord(.control("x"), .control("r"))],
                .redo,
                "make it again"
            ),
        ]
    )

    private static let reading = Section(
        title: "Reading",
        bindings: [
            Binding([.named(.pageUp), .named(.pageUp, .shift)], .pageUp, "page up"),
            Binding([.named(.pageDown), .named(.pageDown, .shift)], .pageDown, "page down"),
            Binding([.named(.home, .control)], .top, "oldest message"),
            Binding([.named(.end, .control)], .bottom, "newest message"),
            Binding(
                [.alt("g"), .named(.function(2))],
                .jump,
                "go to any thread, by some letters of its title; so does Ctrl-K where it has nothing to cut"
            ),
            Binding([.control("n"), .named(.down, .alt)], .nextThread, "next thread"),
            Binding([.control("p"), .named(.up, .alt)], .previousThread, "previous thread"),
            Binding([.alt("a")], .nextUnread, "next thread with unread messages, mentions first"),
            Binding([.alt("m")], .nextMention, "next mention of you, in other threads first; selects it"),
            Binding(
                chords: (1...9).map { KeyChord(digit($0)) },
                commands: KeyCommand.threads,
                "thread by its number in the list"
            ),
            Binding([.named(.up, .shift), .alt("k")], .selectUp, "select the message above"),
            Binding([.named(.down, .shift), .alt("j")], .selectDown, "select the message below"),
            Binding([.alt("/"), .named(.function(3))], .search, "search messages; opens again what was found last"),
            Binding([.alt("o")], .links, "list the links and files on the screen, to open or copy one"),
            Binding([.alt("w")], .membersPane, "members beside the messages, on a narrow screen over them"),
            Binding([.alt("i")], .threadCard, "what there is to know about the thread"),
            Binding([.alt("s")], .foldSection, "fold the thread's section of the list, or unfold it"),
            Binding([.alt("-")], .narrowList, "narrower list of threads, until it is hidden"),
            Binding([.alt("=")], .widenList, "wider list of threads"),
            Binding([.alt("v")], .rawView, "show messages as they were written, or with Markdown drawn again"),
            Binding([.control("g")], .fillGap, "load the messages missing in a gap"),
        ]
    )

    /// What keys do first while a message is selected.
    static let selecting = Section(
        title: "With a message selected",
        bindings: [
            Binding([.named(.up), .character("k")], .selectUp, "message above"),
            Binding([.named(.down), .character("j")], .selectDown, "message below"),
            Binding([.named(.home), .character("g")], .selectFirst, "oldest message"),
            Binding([.named(.end), .character("G")], .selectLast, "newest message"),
            Binding([.character("/"), .control("r")], .search, "search messages"),
            Binding([.character("n")], .nextFound, "the next message that the search has found"),
            Binding([.character("o")], .openLink, "open its link or file; of several, choose"),
            Binding([.character("y")], .copy, "copy its text"),
            Binding(
                [.named(.enter)],
                .openSelected,
                "load a gap, send a failed message again; else reply, where the server has replies"
            ),
            Binding([.character("r")], .reply, "reply"),
            Binding([.character("e")], .edit, "edit your message; one that failed is taken back, on any server"),
            Binding([.character("d")], .delete, "delete your message; one that failed is forgotten, on any server"),
            Binding([.character("+")], .react, "react with an emoji"),
            Binding([.character("s")], .save, "save its files"),
            Binding([.control("k")], .jump, "go to any thread"),
            Binding([.named(.escape), .character("q"), .character("i")], .dismiss, "back to writing"),
        ]
    )

    /// What of it only a community can do.
    static let communityCommands: Set<KeyCommand> = [.reply, .react, .save]

    private static let program = Section(
        title: "Program",
        bindings: [
            Binding([.named(.function(1))], .help, "this help"),
            Binding(
                [.named(.escape)],
                .dismiss,
                "leave what is open; cancel a reply or an edit; back to the newest message; then select it"
            ),
            Binding([.named(.function(5))], .reconnect, "connect again now"),
            Binding([.alt("x")], .toggleMouse, "leave the mouse to the terminal, for selecting text; or take it back"),
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

extension KeyTable.Section {
    /// The same without what these commands do.
    func leavingOut(_ commands: Set<KeyCommand>) -> KeyTable.Section {
        KeyTable.Section(title: title, bindings: bindings.filter { commands.isDisjoint(with: $0.all) })
    }
}

extension KeyTable.Binding {
    /// The keys by name; a long numbered row by its ends.
    var label: SafeText {
        guard let first = chords.first?.label, let last = chords.last?.label else { return "(no key)" }
        if commands.count > 4, Set(commands).count == commands.count { return "\(first) to \(last)" }
        return chords.dropFirst().reduce(first) { "\($0), \($1.label)" }
    }
}
