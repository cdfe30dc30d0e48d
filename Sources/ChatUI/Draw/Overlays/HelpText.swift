import Chat
import Terminal

/// What the help says, made from the tables that bind the keys and read the commands.
enum HelpText {
    struct Section {
        let title: SafeText
        let entries: [Entry]
    }

    struct Entry {
        let name: SafeText
        let help: SafeText

        init(_ name: SafeText, _ help: SafeText) {
            self.name = name
            self.help = help
        }
    }

    /// All keys, and the commands that a server with these capabilities can carry out.
    static func sections(capabilities: Set<ChatCapability>, keyMap: KeyMap) -> [Section] {
        let selecting = keyMap.selectingSection
        let keys =
            keyMap.sections + [
                capabilities.contains(.community) ? selecting : selecting.leavingOut(KeyTable.communityCommands)
            ]
        let layers = LayerTable.sections.map { section in
            Section(title: section.title, entries: section.bindings.map { Entry($0.label, $0.help) })
        }
        let commands = CommandTable.sections.map { section in
            Section(
                title: "Commands — \(SafeText(section.title, lines: .single))",
                entries: section.forms.filter { $0.isPossible(with: capabilities) }.map {
                    Entry(SafeText($0.usage, lines: .single), SafeText($0.help, lines: .single))
                }
            )
        }
        return keys.map { Section(title: $0.title, entries: $0.bindings.map { Entry($0.label, $0.help) }) }
            + layers + [mouse] + commands + [searching, writingCommands]
    }

    private static let mouse = Section(
        title: "Mouse",
        entries: [
            Entry("click on a thread", "show it"),
            Entry("click on a section", "fold it, or unfold it"),
            Entry("click on a message", "select it, or let it go"),
            Entry("click on a link", "open it"),
            Entry(
                "wheel",
                "read back and forth; on the list the thread above or below; in what lies over the screen rows"
            ),
            Entry("Shift and the mouse", "select text as the terminal does"),
        ]
    )

    private static let searching = Section(
        title: "Searching",
        entries: [
            Entry("WORDS", "each must be there, also inside a word; \"TWO WORDS\" stand as they are"),
            Entry("from:NAME in:THREAD", "who wrote it, and where"),
            Entry(
                "before:TIME after:TIME",
                "2026-11-30, 2026-11-30T09:40, today, yesterday, or so long ago: 30m, 12h, 7d, 2w"
            ),
            Entry("Enter", "looks for what is typed; then goes to the message chosen with Up and Down"),
        ]
    )

    private static let writingCommands = Section(
        title: "Writing commands",
        entries: [
            Entry("\"TWO WORDS\"", "quotes keep blanks together, as in /kick \"Ann Lee\""),
            Entry("//TEXT", "send a text that begins with /"),
        ]
    )
}
