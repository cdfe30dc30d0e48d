/// Words of a command line, sorted by the command's description.
struct ParsedArguments: Equatable {
    /// The command.
    var command: CommandDescription.Name
    /// What was given for each option, in order; an empty text for a switch.
    var options: [OptionDescription.Name: [String]] = [:]
    /// The words that are no options.
    var operands: [String] = []

    /// Whether a switch was given.
    func has(_ name: OptionDescription.Name) -> Bool { options[name] != nil }

    /// The value that counts: of several the last.
    subscript(name: OptionDescription.Name) -> String? { options[name]?.last }
}

/// Sorts the words of a command line the way GNU programs do: `--flag value`, `--flag=value`, `-o value`, `-ovalue`,
/// `-qv` for two switches, options anywhere, nothing but operands after `--`.
struct ArgumentParser {
    private var parsed = ParsedArguments(command: .chat)
    private var isCommandKnown = false
    private var rest: ArraySlice<String>

    private init(_ words: [String]) {
        rest = words[...]
    }

    /// Sorts the words that follow the program's name.
    static func parse(_ words: [String]) throws(UsageError) -> ParsedArguments {
        var parser = ArgumentParser(words)
        return try parser.parse()
    }

    private mutating func parse() throws(UsageError) -> ParsedArguments {
        while let word = rest.popFirst() {
            if word == "--" {
                for word in rest { try take(operand: word) }
                rest = []
            } else if word.hasPrefix("--") {
                try take(longOption: word.dropFirst(2))
            } else if isCluster(word) {
                try take(cluster: word.dropFirst())
            } else {
                try take(operand: word)
            }
        }
        if !parsed.has(.help), !parsed.has(.version) { try checkOperands() }
        return parsed
    }

    /// A dash and letters; `-` alone and what looks like a number are operands.
    private func isCluster(_ word: String) -> Bool {
        guard word.count > 1, word.first == "-", let next = word.dropFirst().first else { return false }
        return !(next.isASCII && next.isNumber)
    }

    // MARK: Options

    private mutating func take(longOption text: Substring) throws(UsageError) {
        let name = String(text.prefix { $0 != "=" })
        let given = text.count > name.count ? String(text.dropFirst(name.count + 1)) : nil
        guard let option = CommandTable.options(of: parsed.command).first(where: { $0.name.rawValue == name }) else {
            throw unknown("--\(name)", name: name)
        }
        if option.value == .none {
            if given != nil { throw error("\(option.spelled) takes no value; write it without \"=\"") }
            parsed.options[option.name, default: []].append("")
        } else if case .optionalText = option.value {
            parsed.options[option.name] = [given ?? ""]
        } else if option.value == .command {
            if given != nil { throw error("\(option.spelled) takes the words behind it; write it without \"=\"") }
            try takeCommand(of: option)
        } else {
            try take(value: valueOrNext(given, of: option), for: option)
        }
    }

    /// Everything that follows is a program and its arguments, as they are.
    private mutating func takeCommand(of option: OptionDescription) throws(UsageError) {
        guard let program = rest.first, !program.isEmpty else {
            throw error("\(option.spelled) lacks its value; write \(option.usage)")
        }
        parsed.options[option.name] = Array(rest)
        rest = []
    }

    private mutating func take(cluster letters: Substring) throws(UsageError) {
        var letters = letters
        while let letter = letters.popFirst() {
            guard let option = CommandTable.options(of: parsed.command).first(where: { $0.letter == letter }) else {
                throw unknown("-\(letter)", name: String(letter))
            }
            if option.value == .none {
                parsed.options[option.name, default: []].append("")
            } else {
                let attached = letters.isEmpty ? nil : String(letters)
                letters = ""
                try take(value: valueOrNext(attached, of: option), for: option)
            }
        }
    }

    /// The next word, unless it is another option: `--url --verbose` lacks a value, `--count -5` has one, if a bad one.
    private mutating func valueOrNext(_ given: String?, of option: OptionDescription) throws(UsageError) -> String {
        if let given { return given }
        let isOption = rest.first.map { word in
            word == "--" || CommandTable.options(of: parsed.command).contains { word == $0.spelled }
        }
        guard isOption == false, let word = rest.popFirst() else {
            let example = option.value.placeholder.map { "\(option.spelled) \($0)" } ?? option.spelled
            throw error("\(option.spelled) lacks its value; write \(example)")
        }
        return word
    }

    private mutating func take(value: String, for option: OptionDescription) throws(UsageError) {
        switch option.value {
        case .none, .optionalText, .command:
            break
        case .text, .file:
            if value.isEmpty { throw error("\(option.spelled) is empty; write \(option.usage)") }
        case .count:
            guard let number = Int(value), number > 0 else {
                throw error("\(option.spelled) \(Printable(value)) is not a whole number of 1 or more")
            }
        case .duration:
            guard let duration = DurationText.parse(value), duration > .zero else {
                throw error("\(option.spelled) \(Printable(value)) is not a time; write it like 5s, 500ms, 2m or 1h")
            }
        case .pair:
            guard let equals = value.firstIndex(of: "="), equals != value.startIndex else {
                throw error("\(option.spelled) \(Printable(value)) is not NAME=VALUE")
            }
        case .choice(let words):
            guard words.contains(value) else {
                throw error("\(option.spelled) \(Printable(value)) is unknown; choose \(words.joined(separator: ", "))")
            }
        }
        parsed.options[option.name] = (option.isRepeatable ? parsed.options[option.name, default: []] : []) + [value]
    }

    // MARK: Operands

    private mutating func take(operand word: String) throws(UsageError) {
        guard !isCommandKnown else {
            parsed.operands.append(word)
            return
        }
        guard let name = CommandDescription.Name(rawValue: word), name != .chat else {
            throw unknownCommand(word)
        }
        isCommandKnown = true
        parsed.command = name
        let allowed = CommandTable.options(of: name).map(\.name)
        for given in parsed.options.keys.sorted(by: { $0.rawValue < $1.rawValue })
        where !allowed.contains(given) && given != .version {
            throw error("--\(given.rawValue) means nothing to \(CommandTable.command(name).spelled); leave it out")
        }
    }

    private func checkOperands() throws(UsageError) {
        let operands = CommandTable.command(parsed.command).operands
        let missing = operands.indices.first { index in
            operands[index].minimum > 0 && parsed.operands.count < operands[...index].reduce(0) { $0 + $1.minimum }
        }
        if let missing {
            let spelled = CommandTable.command(parsed.command).spelled
            throw error("\(spelled) lacks a \(operands[missing].placeholder), such as \(operands[missing].example)")
        }
        if operands.allSatisfy({ $0.maximum != nil }), parsed.operands.count > operands.count {
            let extra = parsed.operands[operands.count]
            throw error("one word too many: \(Printable(extra)); put quotes around text with blanks")
        }
    }

    // MARK: Errors

    private func error(_ sentence: String) -> UsageError {
        UsageError(sentence, in: parsed.command)
    }

    private func unknown(_ spelled: String, name: String) -> UsageError {
        let known = CommandTable.options(of: parsed.command)
        let elsewhere = CommandTable.commands.first { command in
            command.options.contains { $0.name.rawValue == name || String($0.letter ?? " ") == name }
        }
        if let elsewhere, elsewhere.name != .chat, elsewhere.name != parsed.command {
            let advice = isCommandKnown ? "" : "; put it behind \(elsewhere.name.rawValue)"
            return error("\(Printable(spelled)) belongs to \(elsewhere.spelled)\(advice)")
        }
        let nearest = name.count > 1 ? NearestName.of(name, in: known.map(\.name.rawValue)) : nil
        let advice = nearest.map { "; did you mean --\($0)?" } ?? ""
        return error("unknown option \(Printable(spelled))\(advice)")
    }

    private func unknownCommand(_ word: String) -> UsageError {
        if word.hasPrefix("/") {
            return error("\(Printable(word)) is not a command; write bobbin --join \(Printable(word))")
        }
        let names = CommandTable.commands.map(\.name.rawValue).filter { !$0.isEmpty }
        let advice =
            NearestName.of(word, in: names).map { "did you mean \($0)?" }
            ?? "there are \(names.joined(separator: ", "))"
        return error("unknown command \(Printable(word)); \(advice)")
    }
}
