import Testing

@testable import bobbin

@Suite("A community's profile")
struct CommunityProfileTests {
    private static func read(_ text: String) -> Configuration {
        Configuration(Array(text.utf8), file: "config.json5")
    }

    @Test("is read with where its session is kept and how to sign in")
    func everything() throws {
        let configuration = Self.read(
            """
            {profiles: {
              home: {url: "https://community.example.org", autoconnect: true, ticket: true, signIn: "device"},
              file: {url: "http://localhost:8080", tokenStore: {file: "~/session"}, passphraseCommand: ["pass", "x"]},
              plain: {url: "https://a.example", tokenStore: "file"},
              keyring: {url: "https://a.example", tokenStore: "secret-tool"},
              variable: {url: "https://a.example", tokenStore: {environment: "TOKEN"}},
              programs: {
                kind: "community", url: "a.example",
                tokenStore: {command: {read: ["get", "x"], write: ["put"], erase: ["drop"]}},
              },
            }}
            """
        )
        #expect(configuration.complaints() == [])
        let home = try #require(configuration.profiles["home"])
        #expect(home.connectsByItself && home.usesTicket && home.signInWay == .device && home.tokenStore == nil)
        #expect(configuration.profiles["file"]?.tokenStore == .file("~/session"))
        #expect(configuration.profiles["file"]?.passphrase == .command(["pass", "x"]))
        #expect(configuration.profiles["plain"]?.tokenStore == .file(nil))
        #expect(configuration.profiles["keyring"]?.tokenStore == .secretTool)
        #expect(configuration.profiles["variable"]?.tokenStore == .environment("TOKEN"))
        let programs = TokenStoreSetting.Commands(read: ["get", "x"], write: ["put"], erase: ["drop"])
        #expect(configuration.profiles["programs"]?.tokenStore == .commands(programs))
    }

    static let faulty: [FaultyConfiguration] = [
        FaultyConfiguration(
            text: "{profiles: {a: {\n kind: 'forum', url: 'https://h'}}}",
            complaints: ["config.json5:2: profiles.a.kind: must be \"broker\" or \"stream\" or \"community\""]
        ),
        FaultyConfiguration(
            text: "{profiles: {a: {kind: 'community',\n url: 'wss://h/ws'}}}",
            complaints: [
                "config.json5:2: profiles.a.url: must begin with https:// or http:// for a community; ws:// and wss:// "
                    + "are for brokers"
            ]
        ),
        FaultyConfiguration(
            text: "{profiles: {a: {url: 'https://kim:secret@h'}}}",
            complaints: [
                "config.json5:1: profiles.a.url: holds a name or password, which others can see; leave it out and use "
                    + "bobbin login"
            ]
        ),
        FaultyConfiguration(
            text: "{profiles: {a: {url: 'https://h', tokenStore: 'keychain',\n signIn: 'fax', autoconnect: 1,\n"
                + " ticket: 'yes', login: 'kim', join: ['/topic/a']}}}",
            complaints: [
                "config.json5:1: profiles.a.tokenStore: must be \"file\", \"secret-tool\" or an object",
                "config.json5:2: profiles.a.autoconnect: must be true or false, not a number",
                "config.json5:2: profiles.a.signIn: must be \"email\" or \"phone\" or \"browser\" or \"device\"",
                "config.json5:3: profiles.a.join: means nothing to a community; leave it out, or add kind: \"broker\"",
                "config.json5:3: profiles.a.login: means nothing to a community; leave it out, or add kind: \"broker\"",
                "config.json5:3: profiles.a.ticket: must be true or false, not a text",
            ]
        ),
        FaultyConfiguration(
            text: "{profiles: {a: {url: 'ws://h', \n tokenStore: {file: 'x', environment: 'Y'}}}}",
            complaints: [
                "config.json5:2: profiles.a.tokenStore: means nothing to a broker; leave it out, or add kind: "
                    + "\"community\"",
                "config.json5:2: profiles.a.tokenStore: needs exactly one of file, command and environment",
            ]
        ),
        FaultyConfiguration(
            text: "{profiles: {a: {url: 'https://h', tokenStore: {\n command: {write: ['x']}}}}}",
            complaints: [
                "config.json5:2: profiles.a.tokenStore.command: has no \"read\"; add the program that prints the session"
            ]
        ),
    ]

    @Test("names what can't be used, with its line", arguments: faulty)
    func complaints(_ configuration: FaultyConfiguration) {
        #expect(Self.read(configuration.text).complaints().sorted() == configuration.complaints.sorted())
    }

    @Test("is known by how its address begins, unless the profile says what it is")
    func kind() throws {
        let configuration = Self.read(
            "{profiles: {a: {url: 'HTTPS://h'}, b: {url: 'wss://h'}, c: {url: 'h'}, d: {url: 'https://h/ws', kind: 'broker'}}}"
        )
        #expect(configuration.complaints() == [])
        func kind(_ name: String, url: String? = nil) throws -> ServerKind {
            try ProfileChoice(name, in: configuration, url: url).kind(url: url)
        }
        #expect(try kind("a") == .community)
        #expect(try kind("b") == .broker)
        #expect(try kind("c") == .broker)
        #expect(try kind("d") == .broker)
        #expect(try kind("b", url: "https://other") == .community)
        #expect(try kind("d", url: "https://other") == .broker)
    }
}
