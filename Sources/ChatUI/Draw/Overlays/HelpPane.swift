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
        let rows = HelpPane.rows(of: help, state)
        let room = max(0, bounds.height - 1)
        for (row, line) in rows.dropFirst(help.top).prefix(room).enumerated() {
            canvas.put(line, column: 0, row: row, maxWidth: bounds.width)
        }
        guard bounds.height > 0 else { return }
        let last = Rect(column: 0, row: bounds.height - 1, width: bounds.width, height: 1)
        canvas.fill(last, style: Theme.status)
        let more: SafeText = help.top + room < rows.count ? "more below; " : ""
        let letters = SafeText(help.query.text, lines: .single)
        let found: SafeText = rows.isEmpty ? "nothing found for" : "find:"
        let hint: SafeText =
            help.query.isEmpty
            ? "\(more)type to find; Up, Down, PageUp, PageDown; Esc closes the help"
            : "\(more)\(found) \(letters)  (Esc shows all)"
        canvas.put(hint.truncated(to: bounds.width), column: 0, row: last.row, style: Theme.status)
    }

    /// The rows shown: all, or those in which what is looked for stands.
    fileprivate static func rows(of help: HelpState, _ state: ChatState) -> [StyledText] {
        rows(
            width: state.size.width,
            capabilities: state.here.capabilities,
            keyMap: state.keyMap,
            containing: help.query.text
        )
    }

    /// All keys, and the commands that this server can carry out.
    ///
    /// - Parameter words: leaves out what does not hold each of these words.
    static func rows(
        width: Int,
        capabilities: Set<ChatCapability> = Set(ChatCapability.allCases),
        keyMap: KeyMap = KeyMap(),
        containing words: String = ""
    ) -> [StyledText] {
        let words = words.lowercased().split(separator: " ")
        var rows: [StyledText] = []
        for section in HelpText.sections(capabilities: capabilities, keyMap: keyMap) {
            let entries = section.entries.filter { entry in
                let text = "\(entry.name.text) \(entry.help.text)".lowercased()
                return words.allSatisfy { text.contains($0) }
            }
            if entries.isEmpty { continue }
            if !rows.isEmpty { rows.append(StyledText()) }
            rows.append(StyledText(section.title, style: Theme.strong))
            for entry in entries { rows += self.entry(entry.name, entry.help, width: width) }
        }
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
        let count = HelpPane.rows(of: self, state).count
        let last = max(0, count - max(1, state.size.height - 1))
        top = min(max(0, top + rows), last)
    }
}
