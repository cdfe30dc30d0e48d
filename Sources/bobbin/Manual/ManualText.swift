import CommandLineManual

/// What `bobbin manual` prints.
enum ManualText {
    /// The page of a command, or that of the whole program.
    static func page(of name: CommandDescription.Name) -> String {
        let program = ProgramDescription.bobbin
        let command = program.commands.first { $0.name == name.rawValue } ?? program.itself
        return ManualPage(command, of: program).text
    }

    /// The commands that have a page, one a line.
    static var list: String {
        ProgramDescription.bobbin.commands.map { "\($0.name)\n" }.joined()
    }
}
