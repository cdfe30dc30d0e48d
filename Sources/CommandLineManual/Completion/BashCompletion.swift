/// The script for bash; it needs nothing of the bash-completion package.
struct BashCompletion {
    let program: ProgramDescription

    var text: String {
        let function = "_" + program.name.map { $0 == "-" ? "_" : String($0) }.joined()
        return """
            # Completes \(program.name) in bash; made by `\(program.name) completions bash`.
            \(function)() {
                local current=${COMP_WORDS[COMP_CWORD]} previous= command= index word
                [ "$COMP_CWORD" -lt 1 ] || previous=${COMP_WORDS[COMP_CWORD - 1]}
                # bash takes --name=value apart into three words.
                if [ "$current" = = ]; then
                    current=
                elif [ "$previous" = = ] && [ "$COMP_CWORD" -ge 2 ]; then
                    previous=${COMP_WORDS[COMP_CWORD - 2]}
                fi
                for ((index = 1; index < COMP_CWORD; index++)); do
                    word=${COMP_WORDS[index]}
                    case $word in
            \(skippedOptions)
            \(commandCase)
                    esac
                done
                COMPREPLY=()
                case "$command $previous" in
            \(valueCases)
                esac
                case $current in
                -*)
                    case $command in
            \(optionCases)
                    esac
                    return
                    ;;
                esac
                case $command in
            \(operandCases)
                esac
            }
            complete -F \(function) \(program.name)

            """
    }

    private var all: [ProgramDescription.Command] { [program.itself] + program.commands }

    /// Options with a value: the word behind one is no command.
    private var skippedOptions: String {
        let spellings = Set(all.flatMap(\.options).filter { $0.value != .none }.flatMap(\.spellings)).sorted()
        return spellings.isEmpty ? "" : "        \(spellings.joined(separator: " | "))) index=$((index + 1)) ;;"
    }

    private var commandCase: String {
        guard !program.commands.isEmpty else { return "" }
        let words = program.commands.map(\.name).joined(separator: " | ")
        return "        \(words)) command=$word && break ;;"
    }

    private var valueCases: String {
        all.flatMap { command in
            command.options.filter { $0.value != .none }.map { option in
                let pattern = option.spellings.map { "'\(command.name) \($0)'" }.joined(separator: " | ")
                return "    \(pattern)) \(reply(option.value)) return ;;"
            }
        }
        .joined(separator: "\n")
    }

    private var optionCases: String {
        all.map { command in
            let words = command.options.flatMap(\.spellings).joined(separator: " ")
            return "        '\(command.name)') COMPREPLY=($(compgen -W '\(words)' -- \"$current\")) ;;"
        }
        .joined(separator: "\n")
    }

    private var operandCases: String {
        let itself = program.commands.isEmpty ? program.itself.operandValue : .choice(program.commands.map(\.name))
        return
            (["    '') \(reply(itself)) ;;"]
            + program.commands.filter { $0.operandValue != .text }.map {
                "    '\($0.name)') \(reply($0.operandValue)) ;;"
            })
            .joined(separator: "\n")
    }

    private func reply(_ value: ProgramDescription.Option.Value) -> String {
        switch value {
        case .none, .text: ":;"
        case .choice(let words):
            "COMPREPLY=($(compgen -W '\(words.joined(separator: " "))' -- \"$current\"));"
        case .path: "compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- \"$current\");"
        }
    }
}
