import CommandLineManual
import Headless

extension ProgramDescription {
    /// Bobbin's command line, from the table that it is read by.
    static var bobbin: ProgramDescription {
        ProgramDescription(
            name: "bobbin",
            version: ProgramVersion.release,
            itself: Command(CommandTable.command(.chat)),
            commands: CommandTable.commands.filter { $0.name != .chat }.map(Command.init),
            environment: CommandTable.environment.map { Entry($0.name, $0.help) },
            files: [
                Entry("~/.config/bobbin/config.json5", "Profiles and settings, in JSON5."),
                Entry("~/.local/share/bobbin", "What is kept of messages, what waits to be sent, and drafts."),
                Entry("~/.local/state/bobbin/tokens", "Sign-ins, sealed."),
            ],
            exitCodes: ExitCode.allCases.map { Entry("\($0.rawValue)", $0.meaning) },
            related: ["bobbin-server(1)"]
        )
    }
}

extension ProgramDescription.Command {
    fileprivate init(_ command: CommandDescription) {
        self.init(
            name: command.name.rawValue,
            summary: command.summary,
            options: CommandTable.options(of: command.name).map(ProgramDescription.Option.init),
            operands: command.operands.map { ProgramDescription.Entry($0.spelled, $0.help) },
            operandValue: command.operands.last?.completion ?? .text,
            notes: command.notes,
            examples: command.examples.map { ProgramDescription.Entry($0.line, $0.does) }
        )
    }
}

extension ProgramDescription.Option {
    fileprivate init(_ option: OptionDescription) {
        let value: Value =
            switch option.value {
            // A shell must not wait for what need not be there.
            case .none, .optionalText: .none
            case .file: .path
            case .choice(let words): .choice(words)
            default: .text
            }
        // What may be left out stands behind an equals sign, which the help says.
        let placeholder: String? = if case .optionalText = option.value { nil } else { option.value.placeholder }
        self.init(
            name: option.name.rawValue,
            letter: option.letter,
            value: value,
            placeholder: placeholder,
            isRepeatable: option.isRepeatable,
            help: option.help
        )
    }
}

extension CommandDescription.Operand {
    fileprivate var completion: ProgramDescription.Option.Value {
        words.isEmpty ? .text : .choice(words)
    }
}
