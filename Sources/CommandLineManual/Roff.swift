/// Writes roff with the `man` macros; every text is escaped.
struct Roff {
    private(set) var text: String

    init(title: String, version: String) {
        // Without a date, so that the same program makes the same page.
        text = ".TH \(Roff.quoted(title.uppercased())) 1 \"\" \(Roff.quoted(version))\n"
        // Neither hyphenated nor spread: options and addresses are copied from here.
        text += ".nh\n.ad l\n"
    }

    mutating func section(_ title: String) {
        text += ".SH \(title)\n"
    }

    mutating func paragraph(_ words: String) {
        text += ".PP\n\(Roff.line(words))\n"
    }

    mutating func entry(bold name: String, _ words: String) {
        text += ".TP\n.B \(Roff.quoted(name))\n\(Roff.line(words))\n"
    }

    mutating func entries(_ title: String, _ entries: [ProgramDescription.Entry]) {
        guard !entries.isEmpty else { return }
        section(title)
        for entry in entries { self.entry(bold: entry.name, entry.text) }
    }

    mutating func option(_ option: ProgramDescription.Option) {
        let names = option.spellings.map { "\\fB\(Roff.escaped($0))\\fR" }.joined(separator: ", ")
        let value = option.placeholder.map { " \\fI\(Roff.escaped($0))\\fR" } ?? ""
        text += ".TP\n\(names)\(value)\n\(Roff.line(option.help))\n"
    }

    mutating func synopsis(program: String, _ command: ProgramDescription.Command) {
        let words = command.name.isEmpty ? program : "\(program) \(command.name)"
        let operands = command.operands.map { " \\fI\(Roff.escaped($0.name))\\fR" }.joined()
        text += ".PP\n\\fB\(Roff.escaped(words))\\fR [\\fIOPTION\\fR]...\(operands)\n"
    }

    /// A line of text that no macro is read from.
    private static func line(_ words: String) -> String {
        let escaped = escaped(words)
        return escaped.first == "." || escaped.first == "'" ? "\\&" + escaped : escaped
    }

    /// An argument of a macro.
    private static func quoted(_ words: String) -> String {
        "\"" + escaped(words).split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\(dq") + "\""
    }

    private static func escaped(_ words: String) -> String {
        var escaped = ""
        for character in words {
            switch character {
            case "\\": escaped += "\\e"
            case "-": escaped += "\\-"
            case "'": escaped += "\\(aq"
            case "`": escaped += "\\(ga"
            case "^": escaped += "\\(ha"
            case "~": escaped += "\\(ti"
            case "\n": escaped += " "
            default: escaped.append(character)
            }
        }
        return escaped
    }
}
