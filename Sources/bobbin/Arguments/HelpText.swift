import CommandLineManual
import Headless
import SQLite
import Terminal
import Transport

/// The help, made of the table.
enum HelpText {
    /// The help of a command; that of the screen is also the whole.
    static func of(_ name: CommandDescription.Name) -> String {
        let command = CommandTable.command(name)
        var text = name == .chat ? introduction : "\(command.spelled): \(command.summary)\n"
        text += "\n" + usage(command)
        text += "\n" + section("Options", options(CommandTable.options(of: name)))
        for note in command.notes { text += "\n" + HelpColumns.wrap(note, indent: 0) }
        if !command.examples.isEmpty {
            text += "\nExamples:\n"
            for example in command.examples { text += "  \(example.line)\n      \(example.does)\n" }
        }
        if name != .help { text += "\n" + exitCodes }
        if name == .chat { text += "\n" + section("Environment", CommandTable.environment.map { ($0.name, $0.help) }) }
        return text
    }

    /// The release, the commit and the libraries.
    static var version: String {
        ProgramVersion.lines(
            of: "bobbin",
            libraries: [TransportLibraries.versions, CursesLibrary.version, "SQLite \(SQLiteLibrary.version)"]
        )
    }

    private static let introduction = """
        bobbin \(ProgramVersion.release): chat over STOMP and WebSocket, in the terminal and in scripts

        """

    private static func usage(_ command: CommandDescription) -> String {
        guard command.name == .chat else {
            let operands = command.operands.map { " \($0.spelled)" }.joined()
            let usage = "Usage: \(command.spelled) [OPTION]...\(operands)\n"
            if command.operands.isEmpty { return usage }
            return usage + "\n"
                + section("Operands", command.operands.map { ($0.placeholder, $0.help) })
        }
        let lines = CommandTable.commands.map { command in
            (command.spelled + command.operands.map { " \($0.spelled)" }.joined(), command.summary)
        }
        return section("Usage", lines)
    }

    private static func options(_ options: [OptionDescription]) -> [(String, String)] {
        options.map { option in
            let letter = option.letter.map { "-\($0), " } ?? "    "
            return ("\(letter)\(option.usage)", option.help)
        }
    }

    private static var exitCodes: String {
        section("Exit codes", ExitCode.allCases.map { ("\($0.rawValue)", $0.meaning) })
    }

    private static func section(_ title: String, _ entries: [(String, String)]) -> String {
        let column = min(26, (entries.map(\.0.count).max() ?? 0) + 4)
        var text = "\(title):\n"
        for (left, right) in entries { text += HelpColumns.entry(left, right, column: column) }
        return text
    }
}
