import Community
import Stomp
import TestSupport
import Testing

@testable import Headless
@testable import bobbin

@Suite("Every option of the command line", .timeLimit(.minutes(10)))
struct CommandLineTableTests {
    /// A command line, what it ends with, and what it prints.
    struct Row: Sendable {
        let words: [String]
        var code: Int32 = 0
        var output: String?
        var errors: String?

        init(_ line: String, _ code: Int32 = 0, output: String? = nil, errors: String? = nil) {
            words = line.split(separator: " ").map(String.init)
            (self.code, self.output, self.errors) = (code, output, errors)
        }
    }

    /// `URL` stands for a community in which Kim is signed in and has written "alpha" in the thread Tea, `BROKER` for a
    /// broker that answers every subscription with a message, `HOME` for the home directory.
    static let rows: [Row] =
        chat + tail + send + stored + account
        + [
            Row("demo --fresh", 2, errors: "needs a terminal"), Row("demo --help", output: "--fresh"),
            Row("threads --json --url URL", output: #""title":"Tea""#),
            Row("members --json --url URL Tea", output: #""name":"Kim""#),
            Row("doctor --json --url BROKER", output: #""step":"connect","result":"ok""#),
            Row("doctor --url BROKER --host x --login kim", output: "connect"),
            Row("keys --list", output: "quit"), Row("completions bash", output: "bobbin"),
            Row("manual --list", output: "tail"), Row("help tail", output: "--cursor-file"),
        ]

    private static let chat: [Row] = [
        Row("--version", output: "bobbin "), Row("--help", output: "--plain"), Row("-h", output: "--plain"),
        Row("--join /topic/a", 2, errors: "terminal"), Row("--plain --url BROKER --join /topic/a"),
        Row("--profile nowhere --plain", 2, errors: "nowhere"), Row("--plain --no-reconnect --url ws://127.0.0.1:1/ws"),
        Row("--insecure --ca-file x --plain", 2), Row("--verbose --host x --login kim --plain --url BROKER"),
    ]

    private static let tail: [Row] = [
        Row("tail --all -e --url URL -o cat", output: "alpha\n"),
        Row("tail --last 1 -e --url URL -o cat Tea", output: "alpha\n"),
        Row("tail -n +x -e --url URL Tea", 2, errors: "takes a message's number"),
        Row("tail --since -1h -e --url URL -o cat Tea", output: "alpha\n"), Row("tail --since never --url URL Tea", 2),
        Row("tail --until now -n all --url URL -o cat Tea", output: "alpha\n"),
        Row("tail --after 0 --no-follow --url URL -o cat Tea", output: "alpha\n"),
        Row("tail --after abc -e --url URL Tea", 2, errors: "takes a message's number"),
        Row("tail --cursor-file HOME/seen -e --url URL -o cat Tea", output: "alpha\n"),
        Row("tail --cursor-file HOME/seen --url BROKER /topic/a", 2, errors: "needs a thread whose past can be had"),
        Row("tail --follow --count 1 --url BROKER -o cat /topic/a", output: "alpha\n"),
        Row("tail -f -e --url URL Tea", 2, errors: "exclude each other"),
        Row("tail -c 1 --raw --url BROKER /topic/a", output: "alpha\n"),
        Row("tail --frames -c 1 --url BROKER /topic/a", output: "< alpha"),
        Row("tail --timeout 300ms --url URL Tea", 124), Row("tail -W 0s --url URL Tea", 2),
        Row("tail --idle 300ms --url URL Tea", 124), Row("tail --until-match nothing -e --url URL Tea", 1),
        Row("tail --sigint-ok -e --url URL -o cat Tea", output: "alpha\n"),
        Row("tail --grep ^a --case-sensitive -e --url URL -o cat Tea", output: "alpha\n"),
        Row("tail --grep ^A --ignore-case -e --url URL -o cat Tea", output: "alpha\n"),
        Row("tail --grep ( -e --url URL Tea", 2), Row("tail --grep a --invert-match -e --url URL Tea", output: ""),
        Row("tail --exclude a -e --url URL Tea", output: ""),
        Row("tail --from kim -e --url URL -o cat Tea", output: "alpha\n"),
        Row("tail --mention -e --url URL Tea", output: ""), Row("tail --mention --url BROKER /topic/a", 2),
        Row("tail --type message -e --url URL -o cat Tea", output: "alpha\n"),
        Row("tail --type , -e --url URL Tea", 2, errors: "--type is empty"),
        Row("tail --output json --fields text -e --url URL Tea", output: #"{"text":"alpha"}"#),
        Row("tail --template {text}! -e --url URL Tea", output: "alpha!\n"),
        Row("tail --template {x} --url URL Tea", 2),
        Row("tail --time utc --tz Asia/Seoul -e --url URL Tea", output: "Kim: alpha"),
        Row("tail --tz zone.tab -e --url URL Tea", 2, errors: "no time zone"),
        Row("tail --color never --wrap --time none -e --url URL Tea", output: "Kim: alpha\n"),
        Row("tail --mark --quiet -n 1 -c 1 --url URL -o cat Tea", output: "alpha\n"),
        Row("tail --drop -n 1 -c 1 --url URL -o cat Tea", output: "alpha\n"),
        Row("tail -e --url URL Tea --exec-jobs 2 --exec false", 8), Row("tail --exec-jobs 2 --url URL Tea", 2),
        Row("tail --no-reconnect --url ws://127.0.0.1:1/ws /topic/a", 5), Row("tail --nonsense", 2),
        Row("tail --verbose --insecure -e --url URL -o cat Tea", output: "alpha\n"),
        Row("tail --ca-file /nonexistent --url https://127.0.0.1:1 Tea", 3), Row("tail --profile nowhere Tea", 2),
        Row("tail --host x -e --url URL Tea", 2, errors: "--host is for brokers"),
        Row("send --login x --url URL Tea hello", 2, errors: "--login is for brokers"),
        Row("tail --host x --login kim -c 1 --url BROKER -o cat /topic/a", output: "alpha\n"),
    ]

    private static let send: [Row] = [
        Row("send --dry-run --url URL Tea hello", output: "hello"),
        Row("send --dry-run --json --url URL Tea hello", output: #""text":"hello""#),
        Row("send --lines --whole --url URL Tea", 2), Row("send --lines --url URL Tea"),
        Row("send --whole --url URL Tea", 2, errors: "held no message"),
        Row("send --code=swift --dry-run --url URL Tea hello", output: "```swift"),
        Row("send --split --dry-run --url URL Tea hello", output: "hello"),
        Row("send --file /nonexistent --url URL Tea", 2, errors: "--file /nonexistent can't be read"),
        Row("send --reply-to abc --url URL Tea hello", 2, errors: "takes a message's number"),
        Row("send --queue --header a=b --url BROKER /topic/a hello", 2),
        Row("send --header a=b --url BROKER /topic/a hello"),
        Row("send --content-type text/x --url BROKER /topic/a hello"),
        Row("send --content-type text/x --url URL Tea hello", 2),
        Row("send --timeout 10s --quiet --url BROKER /topic/a hello"),
    ]

    private static let stored: [Row] = [
        Row("search --json --count 1 --url ws://127.0.0.1:2/ws alpha", 4), Row("search --profile nowhere alpha", 2),
        Row("search --login kim --url ws://127.0.0.1:2/ws alpha", 4),
        Row("export --format markdown --output HOME/x --url BROKER /topic/a", 4),
        Row("export --format xml Tea", 2), Row("forget --yes --url BROKER /topic/nowhere", 4),
    ]

    private static let account: [Row] = [
        Row("login --email --phone", 2, errors: "exclude each other"),
        Row("login --email --url URL", 2, errors: "terminal"),
        Row("login --browser --device", 2), Row("signup --url URL", 2, errors: "terminal"),
        Row("logout --url http://127.0.0.1:1"), Row("whoami --json --url URL", output: #""name":"Kim""#),
        Row("whoami --insecure --ca-file x --url URL", 2), Row("whoami --verbose --profile nowhere", 2),
    ]

    @Test("stands in a row of the table, for each command that has it alone and once for those that are shared")
    func isCovered() throws {
        var covered: [CommandDescription.Name: Set<OptionDescription.Name>] = [:]
        for row in CommandLineTableTests.rows {
            // What can't be read stands for its own words.
            let command = row.words.first.flatMap(CommandDescription.Name.init(rawValue:)) ?? .chat
            let options = CommandTable.options(of: command)
            let given = options.filter { option in
                row.words.contains { word in
                    word == option.spelled || word.hasPrefix(option.spelled + "=")
                        || option.letter.map { word == "-\($0)" } ?? false
                }
            }
            covered[command, default: []].formUnion(given.map(\.name))
        }
        let shared = Set(covered.values.joined())
        for command in CommandTable.commands {
            #expect(covered[command.name] != nil, "no row has \(command.spelled)")
            for option in command.options where covered[command.name]?.contains(option.name) != true {
                Issue.record("no row has \(command.spelled) \(option.spelled)")
            }
            for option in CommandTable.options(of: command.name) where !shared.contains(option.name) {
                Issue.record("no row has \(option.spelled)")
            }
        }
    }

    @Test("ends with the code that is listed for it, and prints what it should")
    func ends() async throws {
        let home = try TemporaryFolder()
        let community = try await RunningCommunity(in: home)
        let kim = try await community.signUp("Kim", in: home)
        let tea = CreateThreadBody(title: "Tea", description: "", category: .free, icon: "")
        _ = try await kim.call(ThreadEndpoints.Create(body: tea))
        let first = Program(["send", "--url", community.url, "Tea", "alpha"], environment: home.environment)
        #expect(await first.ended() == 0)
        let broker = LoopbackBroker { frame in
            guard frame.command == .subscribe, let id = frame.headers["id"] else {
                return BrokerAnswer.usual(to: frame)
            }
            return BrokerAnswer.usual(to: frame) + BrokerAnswer.messages(to: id, [Array("alpha".utf8)])
        }
        for row in CommandLineTableTests.rows {
            let words = row.words.map {
                $0 == "URL" ? community.url : $0 == "BROKER" ? broker.url : $0.replacing("HOME", with: home.path)
            }
            let program = Program(words, environment: home.environment.merging(["LC_ALL": "C"]) { $1 })
            let output = String(decoding: await program.allOutput(), as: UTF8.self)
            let errors = await program.allErrors()
            let line = row.words.joined(separator: " ")
            #expect(await program.ended() == row.code, "\(line): \(errors)")
            if let expected = row.output {
                #expect(expected.isEmpty ? output.isEmpty : output.contains(expected), "\(line): \(output)")
            }
            if let expected = row.errors { #expect(errors.contains(expected), "\(line): \(errors)") }
            // An error of use is one line, and the next says where help is.
            if row.code == 2 {
                #expect(output.isEmpty && errors.split(separator: "\n").count <= 2, "\(line): \(errors)")
            }
        }
    }
}
