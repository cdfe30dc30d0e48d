import Chat
import Terminal

/// The keys and commands, made from the tables that bind and read them.
struct HelpPane {
    private let help: HelpState
    private let state: ChatState

    init(_ help: HelpState, _ state: ChatState) {
        self.help = help
        self.state = state
    }

    func draw(into canvas: inout Canvas) {
        let bounds = canvas.bounds
        let rows = HelpPane.rows(width: bounds.width, capabilities: state.here.capabilities)
        let room = max(0, bounds.height - 1)
        for (row, line) in rows.dropFirst(help.top).prefix(room).enumerated() {
            canvas.put(line, column: 0, row: row, maxWidth: bounds.width)
        }
        guard bounds.height > 0 else { return }
        let last = Rect(column: 0, row: bounds.height - 1, width: bounds.width, height: 1)
        canvas.fill(last, style: Theme.status)
        let more: SafeText = help.top + room < rows.count ? "more below: Up, Down, PageUp, PageDown; " : ""
        let hint: SafeText = "\(more)Esc closes the help"
        canvas.put(hint.truncated(to: bounds.width), column: 0, row: last.row, style: Theme.status)
    }

    /// All keys, and the commands that this server can carry out.
    static func rows(
        width: Int,
        capabilities: Set<ChatCapability> = Set(ChatCapability.allCases)
    ) -> [StyledText] {
        var rows: [StyledText] = []
        for section in KeyTable.sections + (capabilities.contains(.community) ? [KeyTable.selecting] : []) {
            rows.append(StyledText(section.title, style: Theme.strong))
            for binding in section.bindings { rows += entry(binding.label, binding.help, width: width) }
            rows.append(StyledText())
        }
        for section in CommandTable.sections {
            let forms = section.forms.filter { $0.isPossible(with: capabilities) }
            if forms.isEmpty { continue }
            rows.append(StyledText("Commands — \(SafeText(section.title, lines: .single))", style: Theme.strong))
            for form in forms {
                rows += entry(
                    SafeText(form.usage, lines: .single),
                    SafeText(form.help, lines: .single),
                    width: width
                )
            }
            rows.append(StyledText())
        }
        rows.append(StyledText("Searching", style: Theme.strong))
        rows += entry("WORDS", "each must be there, also inside a word; \"TWO WORDS\" stand as they are", width: width)
        rows += entry("from:NAME in:THREAD", "who wrote it, and where", width: width)
        rows += entry(
            "before:TIME after:TIME",
            "2026-11-30, 2026-11-30T09:40, today, yesterday, or so long ago: 30m, 12h, 7d, 2w",
            width: width
        )
        rows += entry(
            "Enter",
            "looks for what is typed; then goes to the message chosen with Up and Down",
            width: width
        )
        rows.append(StyledText())
        rows.append(StyledText("Writing commands", style: Theme.strong))
        rows += entry("\"TWO WORDS\"", "quotes keep blanks together, as in /kick \"Ann Lee\"", width: width)
        rows += entry("//TEXT", "send a text that begins with /", width: width)
        return rows
    }

    private static func entry(_ name: SafeText, _ help: SafeText, width: Int) -> [StyledText] {
        let column = 34
        guard width >= 64, name.width <= column - 4 else {
            let indent = width >= 64 ? column : 4
            let blank = SafeText(repeating: " ", count: indent)
            let lines = help.wrapped(to: max(1, width - indent)).map { StyledText("\(blank)\($0)") }
            return name.wrapped(to: max(1, width - 2)).map { StyledText("  \($0)", style: Theme.unread) } + lines
        }
        let label: SafeText = "  \(name)"
        return help.wrapped(to: width - column).enumerated().map { row, line in
            StyledText([.init((row == 0 ? label : "").padded(to: column), style: Theme.unread), .init(line)])
        }
    }
}

extension HelpState {
    /// Scrolls, as far as there is something to see.
    mutating func scroll(by rows: Int, in state: ChatState) {
        let count = HelpPane.rows(width: state.size.width, capabilities: state.here.capabilities).count
        let last = max(0, count - max(1, state.size.height - 1))
        top = min(max(0, top + rows), last)
    }
}
