import CommandLineManual
import Headless

extension Invocation {
    /// Reads the words that follow the program's name.
    init(_ words: [String]) throws(UsageError) {
        let parsed = try ArgumentParser.parse(words)
        if parsed.has(.help) {
            self = .help(parsed.command)
            return
        }
        if parsed.has(.version) {
            self = .version
            return
        }
        switch parsed.command {
        case .chat:
            self = .chat(try ConnectionArguments(parsed), try ChatArguments(parsed))
        case .demo:
            self = .demo(isFresh: parsed.has(.fresh))
        case .tail:
            self = .tail(try ConnectionArguments(parsed), try TailArguments(parsed))
        case .send:
            self = .send(try ConnectionArguments(parsed), try SendArguments(parsed))
        case .threads:
            self = .threads(try ConnectionArguments(parsed), isJSON: parsed.has(.json))
        case .members:
            let thread = try Invocation.thread(parsed)
            self = .members(try ConnectionArguments(parsed), thread: thread, isJSON: parsed.has(.json))
        case .search:
            self = .search(try ConnectionArguments(parsed), try SearchArguments(parsed))
        case .export:
            self = .export(try ConnectionArguments(parsed), try ExportArguments(parsed))
        case .forget:
            let thread = try Invocation.thread(parsed)
            self = .forget(try ConnectionArguments(parsed), ForgetArguments(thread: thread, isSure: parsed.has(.yes)))
        case .login:
            self = .login(try ConnectionArguments(parsed), try Invocation.signInWay(parsed))
        case .signup:
            self = .signup(try ConnectionArguments(parsed))
        case .logout:
            self = .logout(try ConnectionArguments(parsed))
        case .whoami:
            self = .whoami(try ConnectionArguments(parsed), asJSON: parsed.has(.json))
        case .doctor:
            let arguments = DoctorArguments(destination: parsed.operands.first, isJSON: parsed.has(.json))
            self = .doctor(try ConnectionArguments(parsed), arguments)
        case .keys:
            self = .keys(lists: parsed.has(.list))
        case .completions:
            self = .completions(try Invocation.shell(parsed))
        case .manual:
            self = parsed.has(.list) ? .manualList : .manual(try Invocation.helpTopic(parsed))
        case .help:
            self = .help(try Invocation.helpTopic(parsed))
        }
    }

    private static func shell(_ parsed: ParsedArguments) throws(UsageError) -> CompletionScript.Shell {
        let word = parsed.operands[0]
        guard let shell = CompletionScript.Shell(rawValue: word) else {
            let known = CompletionScript.Shell.allCases.map(\.rawValue).joined(separator: ", ")
            throw UsageError("there are no completions for \(Printable(word)); choose \(known)", in: .completions)
        }
        return shell
    }

    private static func helpTopic(_ parsed: ParsedArguments) throws(UsageError) -> CommandDescription.Name {
        guard let word = parsed.operands.first else { return .chat }
        guard let name = CommandDescription.Name(rawValue: word) else {
            throw UsageError("there is no command \(Printable(word))")
        }
        return name
    }
}

extension Invocation {
    fileprivate static func thread(_ parsed: ParsedArguments) throws(UsageError) -> String {
        if parsed.operands[0].isEmpty { throw UsageError("the THREAD is empty", in: parsed.command) }
        return parsed.operands[0]
    }

    private static func signInWay(_ parsed: ParsedArguments) throws(UsageError) -> SignInWay? {
        let given: [SignInWay] = [(.email, .email), (.phone, .phone), (.browser, .browser), (.device, .device)]
            .filter { (option: OptionDescription.Name, way: SignInWay) in parsed.has(option) }
            .map(\.1)
        if given.count > 1 {
            throw UsageError("--\(given[0].rawValue) and --\(given[1].rawValue) exclude each other", in: .login)
        }
        return given.first
    }
}

extension ChatArguments {
    init(_ parsed: ParsedArguments) throws(UsageError) {
        var seen: Set<String> = []
        profiles = (parsed.options[.profile] ?? []).filter { seen.insert($0).inserted }
        join = parsed.options[.join] ?? []
        isPlain = parsed.has(.plain)
        if profiles.count > 1, parsed.has(.url) {
            throw UsageError("--url goes with one --profile; leave it or the others out")
        }
    }
}

extension ConnectionArguments {
    init(_ parsed: ParsedArguments) throws(UsageError) {
        profile = parsed[.profile]
        url = parsed[.url]
        host = parsed[.host]
        login = parsed[.login]
        caFile = parsed[.caFile]
        isInsecure = parsed.has(.insecure)
        reconnects = !parsed.has(.noReconnect)
        isVerbose = parsed.has(.verbose)
        if isInsecure, caFile != nil {
            throw UsageError("--insecure and --ca-file exclude each other; leave one out", in: parsed.command)
        }
    }
}

extension SearchArguments {
    init(_ parsed: ParsedArguments) throws(UsageError) {
        query = parsed.operands.joined(separator: " ")
        isJSON = parsed.has(.json)
        limit = parsed[.count].flatMap(Int.init) ?? 50
    }
}

extension ExportArguments {
    init(_ parsed: ParsedArguments) throws(UsageError) {
        thread = try Invocation.thread(parsed)
        format = parsed[.format].flatMap(ExportFormat.init) ?? .jsonl
        file = parsed[.output]
    }
}
