import Chat
import StompClient
import Testing

@testable import bobbin

/// A configuration's text and the complaints about it.
struct FaultyConfiguration: Sendable, CustomTestStringConvertible {
    let text: String
    let complaints: [String]
    var testDescription: String { text }
}

@Suite("The configuration")
struct ConfigurationTests {
    static func read(_ text: String) -> Configuration {
        Configuration(Array(text.utf8), file: "config.json5")
    }

    @Test("is read with comments, single quotes, trailing commas and names without quotes")
    func everything() throws {
        let configuration = ConfigurationTests.read(
            """
            // who I am
            {
              defaultProfile: 'work',
              "profiles": {
                work: {
                  url: "wss://chat.example.org/ws", /* the broker */
                  login: 'kim', passwordCommand: ["pass", "show", "chat"],
                  host: "team", connectHeaders: {"client-id": "kim-1"}, httpHeaders: {"X-Team": "a"},
                  tokenEnvironment: "TOKEN", tokenPlacement: {httpHeader: "X-Token", prefix: ""},
                  join: ["/topic/a", {destination: "/topic/b", title: "B", sendTo: "/app/b", headers: {durable: "true"}},],
                  sendTo: "/app/{name}", name: "Kim", caFile: "ca.pem", clientCertificate: "me.pem", clientKey: "me.key",
                  insecure: false, proxy: "socks5h://127.0.0.1:1080",
                  heartBeat: ["10s", 0], receipts: false, contentLength: false, compression: false,
                  fields: {id: "payload.id", sender: "payload.user.name", text: "payload.items[0].text", time: "at"},
                  bodyFormat: "text",
                  reconnect: {attempts: 5, stableAfter: "1m"}, history: {keep: "12w"},
                  timeouts: {connect: "500ms", signIn: 3, receipt: "2s"},
                },
                home: {url: "localhost", history: {keep: "all"}},
              },
            }
            """
        )
        #expect(configuration.complaints() == [])
        #expect(configuration.defaultProfile == "work")
        let work = try #require(configuration.profiles["work"])
        #expect(work.url == "wss://chat.example.org/ws")
        #expect(work.login == "kim")
        #expect(work.password == .command(["pass", "show", "chat"]))
        #expect(work.token == .environment("TOKEN"))
        #expect(work.tokenPlacement == .httpHeader(name: "X-Token", prefix: ""))
        #expect(work.host == "team")
        #expect(work.connectHeaders.map(\.name) == ["client-id"])
        #expect(work.httpHeaders.map(\.value) == ["a"])
        #expect(work.caFile == "ca.pem")
        #expect(work.clientCertificate == "me.pem")
        #expect(work.clientKey == "me.key")
        #expect(work.proxy == "socks5h://127.0.0.1:1080")
        #expect(work.heartBeat?.send == .seconds(10))
        #expect(work.heartBeat?.receive == .zero)
        #expect(!work.receipts && !work.contentLength && !work.compression)
        #expect(work.body == .text)
        #expect(work.fields.text == (try FieldPath("payload.items[0].text")))
        #expect(work.sendTo == "/app/{name}")
        #expect(work.attemptLimit == 5)
        #expect(work.historyKept == .seconds(84 * 86_400))
        #expect(work.stableAfter == .seconds(60))
        #expect(work.connectTimeout == .milliseconds(500))
        #expect(work.signInTimeout == .seconds(3))
        #expect(work.receiptTimeout == .seconds(2))
        #expect(
            work.threads == [
                Profile.JoinedThread(destination: "/topic/a"),
                Profile.JoinedThread(
                    destination: "/topic/b",
                    title: "B",
                    sendTo: "/app/b",
                    headers: [.init(name: "durable", value: "true")]
                ),
            ]
        )
        #expect(configuration.profiles["home"]?.url == "localhost")
    }

    static let faulty: [FaultyConfiguration] = [
        FaultyConfiguration(
            text: "{\n  profiles: {\n    work: {\n      urll: 'x',\n    },\n  },\n}",
            complaints: ["config.json5:4: profiles.work.urll: unknown key; did you mean \"url\"?"]
        ),
        FaultyConfiguration(
            text: "{profiles: {\n a: {url: 5,\n join: ['/topic/a', 7,\n {title: 'x'}]},\n b: 3,\n}, other: 1}",
            complaints: [
                "config.json5:2: profiles.a.url: must be a text, not a number",
                "config.json5:3: profiles.a.join[1]: must be a text or an object, not a number",
                "config.json5:4: profiles.a.join[2]: has no \"destination\"; add one",
                "config.json5:5: profiles.b: must be an object, not a number",
                "config.json5:6: other: unknown key; leave it out",
            ]
        ),
        FaultyConfiguration(
            text: "{profiles: {a: {url: 'ws://kim:secret@h/ws'}}}",
            complaints: [
                "config.json5:1: profiles.a.url: holds a password, which others can see; leave it out and set "
                    + "BOBBIN_PASSWORD or passwordFile"
            ]
        ),
        FaultyConfiguration(
            text: "{profiles: {a: {\n password: 'secret',\n passwordFile: 'a', passwordEnvironment: 'B'}}}",
            complaints: [
                "config.json5:2: profiles.a.password: a password can't stand here; use passwordFile, passwordCommand "
                    + "or passwordEnvironment",
                "config.json5:3: profiles.a.passwordFile: only one of passwordFile, passwordCommand and "
                    + "passwordEnvironment can be used; leave the others out",
            ]
        ),
        FaultyConfiguration(
            text: "{profiles: {a: {heartBeat: [10000, '1s'],\n timeouts: {connect: 'soon', signn: 1},\n"
                + " reconnect: {attempts: 0}, insecure: 'yes',\n bodyFormat: 'xml', fields: {text: 'a..b'},\n"
                + " tokenPlacement: {query: 'a', httpHeader: 'b'}, clientKey: 'k',\n httpHeaders: {a: 1}}}}",
            complaints: [
                "config.json5:1: profiles.a.heartBeat[0]: is longer than 3600 s; a number counts seconds, write "
                    + "\"500ms\" for milliseconds",
                "config.json5:2: profiles.a.timeouts.connect: must be a time such as \"10s\" or \"500ms\"",
                "config.json5:2: profiles.a.timeouts.signn: unknown key; did you mean \"signIn\"?",
                "config.json5:3: profiles.a.insecure: must be true or false, not a text",
                "config.json5:3: profiles.a.reconnect.attempts: must be a whole number from 1 to 1000000",
                "config.json5:4: profiles.a.bodyFormat: must be \"json\" or \"text\"",
                "config.json5:4: profiles.a.fields.text: the field path \"a..b\" has an empty name between its dots; "
                    + "a right one looks like payload.items[0].name",
                "config.json5:5: profiles.a.clientKey: means nothing without clientCertificate; add that",
                "config.json5:5: profiles.a.tokenPlacement: needs exactly one of connectHeader, httpHeader and query, or frameHeader",
                "config.json5:6: profiles.a.httpHeaders.a: must be a text, not a number",
            ]
        ),
        FaultyConfiguration(
            text: "{defaultProfile: 'wrok', profiles: {work: {},\n work: {}}}",
            complaints: [
                "config.json5:1: defaultProfile: there is no profile wrok; did you mean \"work\"?",
                "config.json5:2: profiles.work: is there twice; leave one out",
            ]
        ),
        FaultyConfiguration(
            text: "{profiles: {a: {history: {keep: '90'}},\n b: {history: {keep: '0d', kep: 1}}}}",
            complaints: [
                "config.json5:1: profiles.a.history.keep: must be \"all\" or a number of days or weeks, such as \"90d\" "
                    + "or \"52w\"",
                "config.json5:2: profiles.b.history.keep: must be \"all\" or a number of days or weeks, such as \"90d\" "
                    + "or \"52w\"",
                "config.json5:2: profiles.b.history.kep: unknown key; did you mean \"keep\"?",
            ]
        ),
        FaultyConfiguration(
            text: "{profiles: {a: {name: ''}}}",
            complaints: ["config.json5:1: profiles.a.name: is empty; write a text or leave it out"]
        ),
        FaultyConfiguration(
            text: "{profiles: {\n a: {name: 'bad \\xZZ'}}}",
            complaints: ["config.json5:2: profiles.a.name: must be a text, not something unreadable"]
        ),
        FaultyConfiguration(
            text: "{profiles: {'\u{1B}[2J': 1}}",
            complaints: ["config.json5:1: the name \\u{1b}[2J holds the control character 27; take it out"]
        ),
        FaultyConfiguration(
            text: "{profiles: {'a\\u202Eb': 1}}",
            complaints: ["config.json5:1: profiles.a\\u{202e}b: must be an object, not a number"]
        ),
        FaultyConfiguration(
            text: "[]",
            complaints: ["config.json5:1: it must be an object, such as {profiles: {work: {url: \"wss://...\"}}}"]
        ),
    ]

    @Test("names what is wrong, each with its path and line", arguments: faulty)
    func complaints(_ configuration: FaultyConfiguration) {
        #expect(ConfigurationTests.read(configuration.text).complaints() == configuration.complaints)
    }

    static let broken: [(text: String, line: Int, problem: String)] = [
        ("", 1, "it ends where a value should be"),
        ("{\n a: 1\n b: 2}", 3, "a \",\" or \"}\" is missing before \"b\""),
        ("{a:\n\n}", 3, "a value should be where \"}\" is"),
        ("{\n a 1}", 2, "a \":\" is missing behind a"),
        ("{\n a: [1,\n 2", 3, "it ends before the \"]\" that belongs to line 2"),
        ("{\n\n", 3, "it ends before the \"}\" that belongs to line 1"),
        ("{a: 'x\n'}", 1, "a text has no closing quote"),
        ("{a: \"x", 1, "a text has no closing quote"),
        ("{a: /* x\n\n", 1, "a comment has no closing */"),
        ("{a: // x\r\n wss://x}", 2, "wss is no value; text needs quotes"),
        ("{}\n}", 2, "there is more behind the closing bracket"),
        ("{,}", 1, "a name should be where \",\" is"),
        ("{a: [1,,2]}", 1, "a value should be where \",\" is"),
        (String(repeating: "[", count: 100_000), 1, "it is nested too deeply"),
    ]

    @Test("that is not JSON5 is refused with the line of the fault", arguments: broken)
    func syntax(_ text: String, _ line: Int, _ problem: String) {
        #expect(ConfigurationTests.read(text).complaints() == ["config.json5:\(line): \(problem)"])
    }

    @Test("that is not UTF-8 is refused with the line")
    func encoding() {
        let text = Array("{a: 1,\n".utf8) + [0xFF] + Array(": 2}".utf8)
        let complaints = Configuration(text, file: "config.json5").complaints()
        #expect(complaints == ["config.json5:2: it holds bytes that are not UTF-8"])
    }

    @Test("costs a wrong profile that profile alone, a wrong setting that setting alone")
    func costs() {
        let configuration = ConfigurationTests.read(
            "{profiles: {bad: {url: 5}, odd: {url: 'ws://h/ws', nmae: 'x', insecure: 1}, good: {url: 'ws://h/ws'}}}"
        )
        #expect(configuration.profiles.keys.sorted() == ["good", "odd"])
        #expect(configuration.names == ["bad", "good", "odd"])
        #expect(configuration.profiles["odd"]?.isInsecure == false)
    }

    @Test("may ask for no proxy, whatever the environment says, with an empty text")
    func noProxy() {
        let configuration = ConfigurationTests.read("{profiles: {direct: {url: 'ws://h/ws', proxy: ''}}}")
        #expect(configuration.complaints() == [])
        #expect(configuration.profiles["direct"]?.proxy?.isEmpty == true)
    }

    @Test("complains of twenty things and counts the rest")
    func bounded() {
        let text = "{" + (0..<50).map { "x\($0): 1" }.joined(separator: ",\n") + "}"
        let complaints = ConfigurationTests.read(text).complaints()
        #expect(complaints.count == 21)
        #expect(complaints.last == "config.json5: and 30 more like these")
    }

    @Test("survives every beginning of itself and every byte in every place of it")
    func hostile() {
        let text = Array("{a: [1, 'x\\u0041', \"y\"], /* c */ b: {c: true,},} // é".utf8)
        for end in text.indices { _ = Configuration(Array(text[..<end]), file: "f") }
        for index in text.indices {
            for byte in [0, 0x0A, 0x22, 0x27, 0x2F, 0x5C, 0x5D, 0x7B, 0x80, 0xC2, 0xFF] as [UInt8] {
                var changed = text
                changed[index] = byte
                let outline = JSON5Outline(changed)
                if JSON5Value(json5: changed) == nil, outline.fault == nil {
                    // The decoder refuses and the outline finds nothing: there must still be a complaint.
                    #expect(!Configuration(changed, file: "f").complaints().isEmpty)
                }
            }
        }
    }
}
