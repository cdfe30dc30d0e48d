import Testing

@testable import bobbin

@Suite("The servers side by side")
struct SideBySideTests {
    private static let configuration = Configuration(
        Array(
            """
            {profiles: {
              work: {url: "https://work.example", autoconnect: true}, home: {url: "https://home.example"},
              club: {url: "https://club.example", autoconnect: true}, broker: {url: "ws://h/ws"},
              broken: {url: 5, autoconnect: true}, nowhere: {autoconnect: true},
            }, defaultProfile: "home"}
            """.utf8
        ),
        file: "config.json5"
    )

    private func names(_ arguments: ConnectionArguments = ConnectionArguments(), _ profiles: [String] = []) throws
        -> [String?]
    {
        try SideBySide(arguments, profiles: profiles, Self.configuration, environment: [:]).choices.map(\.choice.name)
    }

    @Test("are the default profile's and those of the profiles that open by themselves")
    func usual() throws {
        #expect(try names() == ["home", "club", "work"])
    }

    @Test("are those named, in that order, and those that open by themselves")
    func named() throws {
        #expect(try names(ConnectionArguments(profile: "broker"), ["broker", "work"]) == ["broker", "work", "club"])
        #expect(throws: StartFailure.self) { try names(ConnectionArguments(), ["broker", "wrok"]) }
    }

    @Test("are one alone when a URL says where to")
    func url() throws {
        #expect(try names(ConnectionArguments(url: "https://h")) == [nil])
        #expect(try names(ConnectionArguments(profile: "home", url: "https://h"), ["home"]) == ["home"])
    }

    @Test("get what the command line says only where they were asked for")
    func arguments() throws {
        let arguments = ConnectionArguments(isInsecure: true, reconnects: false)
        let choices = try SideBySide(arguments, profiles: ["home"], Self.configuration, environment: [:]).choices
        #expect(choices.map(\.arguments.isInsecure) == [true, false, false])
        #expect(choices.map(\.arguments.reconnects) == [false, false, false])
        #expect(choices.map(\.isAskedFor) == [true, false, false])
    }

    @Test("leave the broker on this machine to those who have set up nothing")
    func local() throws {
        #expect(
            try SideBySide(ConnectionArguments(), profiles: [], nil, environment: [:]).choices.map(\.choice.name) == [
                nil
            ]
        )
        let two = Configuration(
            Array("{profiles: {a: {url: 'https://a', autoconnect: true}, b: {url: 'https://b'}}}".utf8),
            file: "config.json5"
        )
        let choices = try SideBySide(ConnectionArguments(), profiles: [], two, environment: [:]).choices
        #expect(choices.map(\.choice.name) == ["a"])
    }
}
