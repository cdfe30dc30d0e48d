/// A page of the manual in section 1, in the `man` macros of roff.
package struct ManualPage: Sendable {
    /// The file's name, such as `bobbin-tail.1`.
    package let fileName: String
    /// The page.
    package let text: String

    /// The program's own page and one for each command.
    package static func all(of program: ProgramDescription) -> [ManualPage] {
        [ManualPage(program.itself, of: program)] + program.commands.map { ManualPage($0, of: program) }
    }

    /// The page of a command.
    package init(_ command: ProgramDescription.Command, of program: ProgramDescription) {
        let isProgram = command.name.isEmpty
        let name = ManualPage.title(command, of: program)
        var roff = Roff(title: name, version: "\(program.name) \(program.version)")
        roff.section("NAME")
        roff.paragraph("\(name) - \(ManualPage.phrase(command.summary))")
        roff.section("SYNOPSIS")
        roff.synopsis(program: program.name, command)
        if isProgram {
            for command in program.commands { roff.synopsis(program: program.name, command) }
        }
        if !command.notes.isEmpty {
            roff.section("DESCRIPTION")
            for note in command.notes { roff.paragraph(note) }
        }
        if isProgram, !program.commands.isEmpty {
            roff.section("COMMANDS")
            for command in program.commands {
                let page = ManualPage.title(command, of: program)
                roff.entry(bold: command.name, "\(command.summary) See \(page)(1).")
            }
        }
        roff.entries("OPERANDS", command.operands)
        roff.section("OPTIONS")
        for option in command.options { roff.option(option) }
        if isProgram {
            roff.entries("ENVIRONMENT", program.environment)
            roff.entries("FILES", program.files)
        }
        roff.entries("EXIT STATUS", program.exitCodes)
        if !command.examples.isEmpty {
            roff.section("EXAMPLES")
            for example in command.examples { roff.entry(bold: example.name, example.text) }
        }
        let others = isProgram ? program.commands.map { ManualPage.title($0, of: program) } : [program.name]
        let related = others.map { "\($0)(1)" } + program.related
        if !related.isEmpty {
            roff.section("SEE ALSO")
            roff.paragraph(related.joined(separator: ", "))
        }
        fileName = "\(name).1"
        text = roff.text
    }

    private static func title(_ command: ProgramDescription.Command, of program: ProgramDescription) -> String {
        command.name.isEmpty ? program.name : "\(program.name)-\(command.name)"
    }

    /// A sentence as the NAME section has it: no capital, no full stop, so that `apropos` reads well.
    private static func phrase(_ sentence: String) -> String {
        let words = sentence.hasSuffix(".") ? sentence.dropLast() : sentence[...]
        return words.prefix(1).lowercased() + words.dropFirst()
    }
}
