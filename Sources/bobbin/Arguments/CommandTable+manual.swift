import CommandLineManual

// What packages are made with, and who sets up a shell.
extension CommandTable {
    static let completions = CommandDescription(
        name: .completions,
        summary: "Print what makes a shell complete this command line.",
        common: .help,
        operands: [
            CommandDescription.Operand(
                placeholder: "SHELL",
                minimum: 1,
                maximum: 1,
                help: "bash, zsh or fish.",
                example: "bash",
                words: CompletionScript.Shell.allCases.map(\.rawValue)
            )
        ],
        notes: ["Scripts/install and the Debian package put them where each shell looks."],
        examples: [
            ("source <(bobbin completions bash)", "complete in this bash"),
            ("bobbin completions fish > ~/.config/fish/completions/bobbin.fish", "complete in every fish"),
        ]
    )

    static let manual = CommandDescription(
        name: .manual,
        summary: "Print a page of the manual, in roff.",
        common: .help,
        options: [OptionDescription(name: .list, help: "Print the commands that have a page instead.")],
        operands: [
            CommandDescription.Operand(
                placeholder: "COMMAND",
                minimum: 0,
                maximum: 1,
                help: "The page of this command; without it that of bobbin itself.",
                words: CommandDescription.Name.allCases.map(\.rawValue).filter { !$0.isEmpty }
            )
        ],
        examples: [("bobbin manual tail | man -l -", "read it")]
    )
}
