/// The script for zsh, on its `_arguments`.
struct ZshCompletion {
    let program: ProgramDescription

    var text: String {
        """
        #compdef \(program.name)
        # Completes \(program.name) in zsh; made by `\(program.name) completions zsh`.
        \(function)() {
            local curcontext=$curcontext state line
            typeset -A opt_args
        \(program.commands.isEmpty ? single : several)
        }
        \(function) "$@"

        """
    }

    private var function: String { "_\(program.name)" }

    private var single: String { arguments(program.itself, indent: 4) }

    private var several: String {
        let list = program.commands.map { command in
            "        \(CompletionScript.quoted("\(command.name):\(CompletionScript.brief(command.summary))"))"
        }
        let cases = program.commands.map { command in
            "        \(command.name))\n\(arguments(command, indent: 12))\n            ;;"
        }
        return """
                local -a commands=(
            \(list.joined(separator: "\n"))
                )
            \(arguments(program.itself, indent: 4, tail: ["'1: :->command'", "'*:: :->words'"]))
                case $state in
                command) _describe -t commands \(CompletionScript.quoted("\(program.name) command")) commands ;;
                words)
                    curcontext="${curcontext%:*:*}:\(program.name)-$line[1]:"
                    case $line[1] in
            \(cases.joined(separator: "\n"))
                    esac
                    ;;
                esac
            """
    }

    private func arguments(_ command: ProgramDescription.Command, indent: Int, tail: [String] = []) -> String {
        let margin = String(repeating: " ", count: indent)
        var words = command.options.flatMap(specifications)
        if tail.isEmpty, !command.operands.isEmpty { words.append("'*: :\(action(command.operandValue))'") }
        words += tail
        let first = tail.isEmpty ? "_arguments -s -S" : "_arguments -C -s -S"
        return margin + ([first] + words).joined(separator: " \\\n\(margin)    ")
    }

    /// One for each spelling; those of one option exclude each other unless it may be repeated.
    private func specifications(_ option: ProgramDescription.Option) -> [String] {
        let help = CompletionScript.brief(option.help).map { character in
            "[]:\\".contains(character) ? "\\\(character)" : String(character)
        }
        let value = option.value == .none ? "" : ":\(plain(option.placeholder ?? "value")):\(action(option.value))"
        let exclusion = option.isRepeatable ? "*" : "(\(option.spellings.joined(separator: " ")))"
        return option.spellings.map { spelling in
            let equals = option.value == .none ? "" : spelling.hasPrefix("--") ? "=" : "+"
            return CompletionScript.quoted("\(exclusion)\(spelling)\(equals)[\(help.joined())]\(value)")
        }
    }

    private func action(_ value: ProgramDescription.Option.Value) -> String {
        switch value {
        case .none, .text: " "
        case .path: "_files"
        case .choice(let words): "(\(words.joined(separator: " ")))"
        }
    }

    private func plain(_ placeholder: String) -> String {
        placeholder.map { $0 == ":" ? "\\:" : String($0) }.joined()
    }
}
