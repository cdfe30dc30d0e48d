import Headless
import Testing

@testable import bobbin

/// A command line and what it means.
struct Accepted: Sendable, CustomTestStringConvertible {
    let words: [String]
    let invocation: Invocation
    var testDescription: String { words.joined(separator: " ") }
}

@Suite("The command line")
struct InvocationTests {
    private static func pattern(_ source: String) -> Pattern {
        do {
            return try Pattern(source, ignoresCase: true)
        } catch {
            preconditionFailure("\(source) is no pattern: \(error)")
        }
    }

    static let accepted: [Accepted] = [
        Accepted(words: [], invocation: .chat(ConnectionArguments(), ChatArguments())),
        Accepted(words: ["--version"], invocation: .version),
        Accepted(words: ["--help"], invocation: .help(.chat)),
        Accepted(words: ["-h"], invocation: .help(.chat)),
        Accepted(words: ["help"], invocation: .help(.chat)),
        Accepted(words: ["help", "tail"], invocation: .help(.tail)),
        Accepted(words: ["tail", "--help"], invocation: .help(.tail)),
        Accepted(words: ["send", "-h"], invocation: .help(.send)),
        Accepted(
            words: ["--profile", "work", "--url=ws://h/ws", "--host", "/", "--login", "kim", "-v", "--no-reconnect"],
            invocation: .chat(
                ConnectionArguments(
                    profile: "work",
                    url: "ws://h/ws",
                    host: "/",
                    login: "kim",
                    reconnects: false,
                    isVerbose: true
                ),
                ChatArguments(profiles: ["work"])
            )
        ),
        Accepted(
            words: ["--ca-file", "ca.pem", "--join", "/topic/a", "--join=/topic/b"],
            invocation: .chat(ConnectionArguments(caFile: "ca.pem"), ChatArguments(join: ["/topic/a", "/topic/b"]))
        ),
        Accepted(words: ["--insecure"], invocation: .chat(ConnectionArguments(isInsecure: true), ChatArguments())),
        Accepted(
            words: ["--url", "one", "--url", "two"],
            invocation: .chat(ConnectionArguments(url: "two"), ChatArguments())
        ),
        Accepted(
            words: ["--profile", "a", "--profile", "b", "--profile", "a"],
            invocation: .chat(ConnectionArguments(profile: "a"), ChatArguments(profiles: ["a", "b"]))
        ),
        Accepted(words: ["demo"], invocation: .demo(isFresh: false)),
        Accepted(words: ["demo", "--fresh"], invocation: .demo(isFresh: true)),
        Accepted(words: ["login"], invocation: .login(ConnectionArguments(), nil)),
        Accepted(
            words: ["login", "--device", "--url", "https://h", "--insecure"],
            invocation: .login(ConnectionArguments(url: "https://h", isInsecure: true), .device)
        ),
        Accepted(
            words: ["search", "--json", "from:Ann", "two words", "--count", "7", "--profile", "work"],
            invocation: .search(
                ConnectionArguments(profile: "work"),
                SearchArguments(query: "from:Ann two words", isJSON: true, limit: 7)
            )
        ),
        Accepted(words: ["export", "Tea"], invocation: .export(ConnectionArguments(), ExportArguments(thread: "Tea"))),
        Accepted(
            words: ["export", "-otea.md", "--format=markdown", "차 모임"],
            invocation: .export(
                ConnectionArguments(),
                ExportArguments(thread: "차 모임", format: .markdown, file: "tea.md")
            )
        ),
        Accepted(
            words: ["forget", "-y", "7", "--login", "ann"],
            invocation: .forget(ConnectionArguments(login: "ann"), ForgetArguments(thread: "7", isSure: true))
        ),
        Accepted(
            words: ["send", "--queue", "a", "b"],
            invocation: .send(ConnectionArguments(), SendArguments(destination: "a", text: "b", isQueued: true))
        ),
        Accepted(words: ["signup", "-v"], invocation: .signup(ConnectionArguments(isVerbose: true))),
        Accepted(words: ["logout"], invocation: .logout(ConnectionArguments())),
        Accepted(
            words: ["whoami", "--json", "--profile", "work"],
            invocation: .whoami(ConnectionArguments(profile: "work"), asJSON: true)
        ),
        Accepted(
            words: ["tail", "/topic/a"],
            invocation: .tail(ConnectionArguments(), TailArguments(destinations: ["/topic/a"], format: .text))
        ),
        Accepted(
            words: [
                "--url", "h", "tail", "-ojson", "/topic/a", "--count", "3", "/topic/b", "--timeout", "500ms", "-qv",
            ],
            invocation: .tail(
                ConnectionArguments(url: "h", isVerbose: true),
                TailArguments(
                    destinations: ["/topic/a", "/topic/b"],
                    format: .json,
                    count: 3,
                    timeout: .milliseconds(500),
                    isQuiet: true
                )
            )
        ),
        Accepted(
            words: ["tail", "-qo", "cat", "--", "--frames"],
            invocation: .tail(
                ConnectionArguments(),
                TailArguments(destinations: ["--frames"], format: .cat, isQuiet: true)
            )
        ),
        Accepted(
            words: ["tail", "--frames", "x"],
            invocation: .tail(ConnectionArguments(), TailArguments(destinations: ["x"], format: .frames))
        ),
        Accepted(
            words: [
                "tail", "-n", "+5", "--since", "-5m", "--until=tomorrow", "--after", "9", "--grep", "Tea", "--from",
                "Kim",
                "--from", "Lee", "--type", "text,edit", "--exclude", "x", "-iW2s", "-c1", "--idle", "1m", "--mark",
                "--wrap",
                "--time", "utc", "--tz", "+09:00", "--color", "never", "--sigint-ok", "--mention", "7",
            ],
            invocation: .tail(
                ConnectionArguments(),
                TailArguments(
                    destinations: ["7"],
                    format: .text,
                    range: TailRange(
                        last: .from(id: "5"),
                        since: .ago(300_000),
                        until: .midnight(daysAgo: -1),
                        after: "9"
                    ),
                    count: 1,
                    timeout: .seconds(2),
                    idle: .seconds(60),
                    filter: EntryFilter(
                        patterns: [pattern("Tea")],
                        exclusions: [pattern("x")],
                        senders: ["Kim", "Lee"],
                        mentionsMe: true,
                        kinds: [.text, .edit]
                    ),
                    timeStyle: .utc,
                    zone: "+09:00",
                    color: .never,
                    isWrapped: true,
                    marksLive: true,
                    endsWellBySignal: true
                )
            )
        ),
        Accepted(
            words: [
                "tail", "--all", "-e", "--cursor-file", "c", "--exec-jobs", "1", "--exec", "cmd", "-x", "--", "{}",
            ],
            invocation: .tail(
                ConnectionArguments(),
                TailArguments(
                    destinations: [],
                    takesAll: true,
                    format: .text,
                    range: TailRange(follows: false),
                    cursorFile: "c",
                    command: ["cmd", "-x", "--", "{}"]
                )
            )
        ),
        Accepted(
            words: ["tail", "-o", "json-seq", "--fields", "id,text", "-n", "all", "--drop", "7"],
            invocation: .tail(
                ConnectionArguments(),
                TailArguments(
                    destinations: ["7"],
                    format: .jsonSequence,
                    range: TailRange(last: .all),
                    fields: [.id, .text],
                    drops: true
                )
            )
        ),
        Accepted(words: ["threads", "--json"], invocation: .threads(ConnectionArguments(), isJSON: true)),
        Accepted(
            words: ["members", "Tea"],
            invocation: .members(ConnectionArguments(), thread: "Tea", isJSON: false)
        ),
        Accepted(
            words: ["send", "--code=swift", "--split", "--reply-to", "5", "--json", "Tea"],
            invocation: .send(
                ConnectionArguments(),
                SendArguments(
                    destination: "Tea",
                    isWhole: true,
                    form: SendForm(codeLanguage: "swift", splits: true, replyTo: "5"),
                    isJSON: true
                )
            )
        ),
        Accepted(
            words: ["send", "--file", "a", "--file=b", "--dry-run", "Tea"],
            invocation: .send(
                ConnectionArguments(),
                SendArguments(destination: "Tea", text: "", form: SendForm(files: ["a", "b"]), isDry: true)
            )
        ),
        Accepted(
            words: ["send", "/queue/a", "-5"],
            invocation: .send(ConnectionArguments(), SendArguments(destination: "/queue/a", text: "-5"))
        ),
        Accepted(
            words: ["send", "/queue/a", "--", "--help"],
            invocation: .send(ConnectionArguments(), SendArguments(destination: "/queue/a", text: "--help"))
        ),
        Accepted(
            words: [
                "send", "--header", "a=b=c", "--header=empty=", "--content-type", "text/html", "--timeout", "2m", "-q",
                "/queue/a", "-",
            ],
            invocation: .send(
                ConnectionArguments(),
                SendArguments(
                    destination: "/queue/a",
                    text: "-",
                    contentType: "text/html",
                    headers: [.init(name: "a", value: "b=c"), .init(name: "empty", value: "")],
                    timeout: .seconds(120),
                    isQuiet: true
                )
            )
        ),
    ]

    @Test("is understood", arguments: accepted)
    func understood(_ line: Accepted) throws {
        #expect(try Invocation(line.words) == line.invocation)
    }

    static let refused: [(words: [String], sentence: String)] = [
        (["tial"], "unknown command tial; did you mean tail?"),
        (
            ["frobnicate"],
            "unknown command frobnicate; there are demo, tail, send, threads, members, search, "
                + "export, forget, login, signup, logout, whoami, doctor, keys, completions, manual, help"
        ),
        (["/topic/a"], "/topic/a is not a command; write bobbin --join /topic/a"),
        (["--verbos"], "unknown option --verbos; did you mean --verbose?"),
        (["--zzzzzzz"], "unknown option --zzzzzzz"),
        (["-x"], "unknown option -x"),
        (["tail", "-qx", "a"], "unknown option -x"),
        (["--password", "secret"], "unknown option --password"),
        (["--count", "3", "tail", "a"], "--count belongs to bobbin tail; put it behind tail"),
        (["send", "--frames", "a", "b"], "--frames belongs to bobbin tail"),
        (["--join", "a", "tail", "b"], "--join means nothing to bobbin tail; leave it out"),
        (["tail"], "bobbin tail lacks a THREAD, such as /topic/lobby; or write --all"),
        (["send"], "bobbin send lacks a THREAD, such as /topic/lobby"),
        (["send", "a", "b", "c"], "one word too many: c; put quotes around text with blanks"),
        (["help", "tail", "send"], "one word too many: send; put quotes around text with blanks"),
        (["help", "nothing"], "there is no command nothing"),
        (["--url"], "--url lacks its value; write --url URL"),
        (["--url", "--verbose"], "--url lacks its value; write --url URL"),
        (["--url="], "--url is empty; write --url URL"),
        (["--profile", ""], "--profile is empty; write --profile NAME"),
        (["--ca-file="], "--ca-file is empty; write --ca-file FILE"),
        (["tail", "--quiet=yes", "a"], "--quiet takes no value; write it without \"=\""),
        (["tail", "--count", "-5", "a"], "--count -5 is not a whole number of 1 or more"),
        (["tail", "--count", "0", "a"], "--count 0 is not a whole number of 1 or more"),
        (["tail", "--count", "many", "a"], "--count many is not a whole number of 1 or more"),
        (["tail", "--timeout", "5x", "a"], "--timeout 5x is not a time; write it like 5s, 500ms, 2m or 1h"),
        (["tail", "--timeout", "0", "a"], "--timeout 0 is not a time; write it like 5s, 500ms, 2m or 1h"),
        (["tail", "-o", "xml", "a"], "--output xml is unknown; choose text, short-iso, cat, json, json-seq, template"),
        (
            ["tail", "-o", "frames", "a"],
            "--output frames is unknown; choose text, short-iso, cat, json, json-seq, template"
        ),
        (["tail", "--frames", "-o", "cat", "a"], "--frames has its own form; leave --output out"),
        (["tail", "a", "b", "a"], "a is there twice; leave one out"),
        (["tail", ""], "a THREAD is empty"),
        (["send", ""], "the THREAD is empty"),
        (["send", "a", ""], "the TEXT is empty; there is nothing to send"),
        (["send", "a", "b", "--header", "x"], "--header x is not NAME=VALUE"),
        (["send", "a", "b", "--header", "=x"], "--header =x is not NAME=VALUE"),
        (["send", "a", "b", "--header", "receipt=1"], "--header receipt can't be set; Bobbin writes it itself"),
        (["send", "a", "b", "--header", "content-type=x"], "--header content-type can't be set; use --content-type"),
        (["--insecure", "--ca-file", "x"], "--insecure and --ca-file exclude each other; leave one out"),
        (["login", "--email", "--device"], "--email and --device exclude each other"),
        (["login", "--host", "x"], "unknown option --host"),
        (["whoami", "me"], "one word too many: me; put quotes around text with blanks"),
        (["--json"], "--json belongs to bobbin send; put it behind send"),
        (["tail", "--last", "x", "a"], "--last x is no number, nor all, nor +ID"),
        (
            ["tail", "--since", "noon", "a"],
            "--since noon is no time; write it like 2026-11-30T09:40, 09:40, yesterday or -5m"
        ),
        (["tail", "--grep", "(", "a"], "--grep ( has a ( without a )"),
        (["tail", "--until-match", "[", "a"], "--until-match [ has a [ without a ]"),
        (["tail", "--template", "{x", "a"], "--template {x has a { without a }"),
        (["tail", "-o", "template", "a"], "-o template lacks its --template"),
        (["tail", "-o", "json", "--template", "x", "a"], "--template is not for -o json; leave one out"),
        (["tail", "--fields", "id", "a"], "--fields are those of JSON; add -o json"),
        (["tail", "-ojson", "--fields", "ide", "a"], "there is no field ide; did you mean id?"),
        (["tail", "-ojson", "--fields", "id,id", "a"], "--fields has id twice"),
        (
            ["tail", "--type", "x", "a"],
            "--type x is unknown; choose message, text, image, file, system, edit, delete, reactions"
        ),
        (["tail", "--invert-match", "a"], "--invert-match means nothing without --grep"),
        (["tail", "--exec-jobs", "2", "a"], "--exec-jobs means nothing without --exec"),
        (["tail", "a", "--exec"], "--exec lacks its value; write --exec COMMAND [ARGUMENT]..."),
        (["tail", "-f", "-e", "a"], "--follow and --no-follow exclude each other; leave one out"),
        (
            ["tail", "-i", "--case-sensitive", "a"],
            "--ignore-case and --case-sensitive exclude each other; leave one out"
        ),
        (["tail", "--drop", "--cursor-file", "f", "a"], "--drop and --cursor-file exclude each other; leave one out"),
        (["tail", "--raw", "--grep", "x", "a"], "--raw and --grep exclude each other; leave one out"),
        (["tail", "--frames", "--raw", "a"], "--frames and --raw exclude each other; leave one out"),
        (
            ["tail", "--cursor-file", "f", "--exec-jobs", "2", "a", "--exec", "x"],
            "with --cursor-file commands run one after the other; leave --exec-jobs out"
        ),
        (["tail", "--all", "a"], "--all means a too; leave one out"),
        (["send", "--lines", "--whole", "a"], "--lines and --whole exclude each other; leave one out"),
        (["send", "--whole", "a", "b"], "--whole is about standard input, and there is a TEXT; leave one out"),
        (["send", "--lines", "--file", "f", "a"], "--file goes with one message, not with lines; leave one out"),
        (["send", "--code=a b", "a"], "--code=a b is no name of a language; write it like --code=swift"),
        (["members"], "bobbin members lacks a THREAD, such as Tea"),
        (["search"], "bobbin search lacks a QUERY, such as 'bicycle from:Ann after:7d'"),
        (["export"], "bobbin export lacks a THREAD, such as Tea"),
        (["export", ""], "the THREAD is empty"),
        (["export", "--format", "xml", "Tea"], "--format xml is unknown; choose jsonl, markdown"),
        (["forget", "Tea", "Coffee"], "one word too many: Coffee; put quotes around text with blanks"),
        (["forget", "--insecure", "Tea"], "unknown option --insecure"),
        (["send", "--queue", "--header", "a=b", "x", "y"], "--queue keeps texts, not headers; leave --header out"),
        (
            ["--profile", "a", "--profile", "b", "--url", "x"],
            "--url goes with one --profile; leave it or the others out"
        ),
        (
            ["\u{1B}[31m\u{202E}x"],
            "unknown command \\u{1b}[31m\\u{202e}x; there are demo, tail, send, threads, members, search, "
                + "export, forget, login, signup, logout, whoami, doctor, keys, completions, manual, help"
        ),
    ]

    @Test("is refused with one sentence", arguments: refused)
    func refusal(_ words: [String], _ sentence: String) {
        #expect(throws: UsageError.self) { try Invocation(words) }
        do {
            _ = try Invocation(words)
        } catch {
            #expect(error.sentence == sentence)
            #expect(!error.line.contains("\n"))
        }
    }

    @Test("has each of its options in a command's help, and each is accepted there")
    func everyOption() throws {
        for command in CommandTable.commands {
            let help = HelpText.of(command.name)
            for option in CommandTable.options(of: command.name) {
                #expect(help.contains(option.spelled))
                let value: [String] =
                    switch option.value {
                    case .none: []
                    case .text, .file: ["x"]
                    case .count: ["1"]
                    case .duration: ["1s"]
                    case .pair: ["a=b"]
                    case .choice(let words): [words[0]]
                    case .optionalText: []
                    // It takes what follows, so it stands last.
                    case .command: ["x"]
                    }
                let word = command.name == .chat ? [] : [command.name.rawValue]
                let operands = command.operands.filter { $0.minimum > 0 }.map { _ in "/topic/a" }
                let words =
                    option.value == .command ? operands + [option.spelled] + value : [option.spelled] + value + operands
                let parsed = try ArgumentParser.parse(word + words)
                #expect(parsed.has(option.name))
                if let letter = option.letter {
                    #expect(try ArgumentParser.parse(word + ["-\(letter)"] + value + operands) == parsed)
                }
            }
        }
        let described = CommandTable.commands.flatMap { CommandTable.options(of: $0.name) }.map(\.name)
        #expect(Set(described) == Set(OptionDescription.Name.allCases))
    }
}
