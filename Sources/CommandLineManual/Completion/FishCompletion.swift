/// The script for fish.
struct FishCompletion {
    let program: ProgramDescription

    var text: String {
        var lines = [
            "# Completes \(program.name) in fish; made by `\(program.name) completions fish`.",
            "complete -c \(program.name) -f",
        ]
        let names = program.commands.map(\.name).joined(separator: " ")
        let none = names.isEmpty ? "" : "not __fish_seen_subcommand_from \(names)"
        for command in program.commands {
            lines.append(
                line(none, "-a \(quoted(command.name)) -d \(quoted(CompletionScript.brief(command.summary)))")
            )
        }
        lines += operands(of: program.itself, none)
        for option in program.itself.options { lines.append(line(none, words(option))) }
        for command in program.commands {
            let condition = "__fish_seen_subcommand_from \(command.name)"
            for option in command.options { lines.append(line(condition, words(option))) }
            lines += operands(of: command, condition)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func operands(of command: ProgramDescription.Command, _ condition: String) -> [String] {
        switch command.operandValue {
        case .none, .text: []
        case .path: [line(condition, "-F")]
        case .choice(let words): [line(condition, "-a \(quoted(words.joined(separator: " ")))")]
        }
    }

    private func line(_ condition: String, _ words: String) -> String {
        let condition = condition.isEmpty ? "" : " -n \(quoted(condition))"
        return "complete -c \(program.name)\(condition) \(words)"
    }

    private func words(_ option: ProgramDescription.Option) -> String {
        let letter = option.letter.map { " -s \($0)" } ?? ""
        let value =
            switch option.value {
            case .none: ""
            case .text: " -x"
            case .path: " -r -F"
            case .choice(let words): " -x -a \(quoted(words.joined(separator: " ")))"
            }
        return "-l \(option.name)\(letter)\(value) -d \(quoted(CompletionScript.brief(option.help)))"
    }

    /// fish reads `\\` and `\'` inside single quotes.
    private func quoted(_ word: String) -> String {
        "'" + word.map { $0 == "\\" || $0 == "'" ? "\\\($0)" : String($0) }.joined() + "'"
    }
}
