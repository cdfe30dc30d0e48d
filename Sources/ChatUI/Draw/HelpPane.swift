import Terminal

/// The keys and commands, made from the tables that bind and read them.
struct HelpPane {
    private let help: HelpState
    private let size: ChatState.Size

    init(_ help: HelpState, size: ChatState.Size) {
        self.help = help
        self.size = size
    }

    func draw(into canvas: inout Canvas) {
        let bounds = canvas.bounds
        let rows = HelpPane.rows(width: bounds.width)
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

    static func rows(width: Int) -> [StyledText] {
        var rows: [StyledText] = []
        for section in KeyTable.sections {
            rows.append(StyledText(section.title, style: Theme.strong))
            for binding in section.bindings { rows += entry(binding.label, binding.help, width: width) }
            rows.append(StyledText())
        }
        rows.append(StyledText("Commands", style: Theme.strong))
        for form in SlashCommand.forms {
            let argument = form.argument.map { " \($0)" } ?? ""
            let name = SafeText("/\(form.name)\(argument)", lines: .single)
            rows += entry(name, SafeText(form.help, lines: .single), width: width)
        }
        rows += entry("//TEXT", "send a text that begins with /", width: width)
        return rows
    }

    private static func entry(_ name: SafeText, _ help: SafeText, width: Int) -> [StyledText] {
        let column = 34
        guard width >= 64 else {
            let lines = help.wrapped(to: max(1, width - 4)).map { StyledText("    \($0)") }
            return [StyledText("  \(name)", style: Theme.unread)] + lines
        }
        let label: SafeText = "  \(name)"
        return help.wrapped(to: width - column).enumerated().map { row, line in
            StyledText([.init((row == 0 ? label : "").padded(to: column), style: Theme.unread), .init(line)])
        }
    }
}

extension HelpState {
    /// Scrolls, as far as there is something to see.
    mutating func scroll(by rows: Int, in size: ChatState.Size) {
        let last = max(0, HelpPane.rows(width: size.width).count - max(1, size.height - 1))
        top = min(max(0, top + rows), last)
    }
}
