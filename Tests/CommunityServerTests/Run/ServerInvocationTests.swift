import Testing

@testable import CommunityServer

@Suite("ServerInvocation: the command line of the server")
struct ServerInvocationTests {
    private func options(_ change: (inout ServerOptions) -> Void = { _ in }) throws -> ServerInvocation {
        var options = ServerOptions(dataFolder: "d", address: try #require(ListenAddress("127.0.0.1:8080")))
        change(&options)
        return .serve(options)
    }

    @Test("a folder is enough")
    func least() throws {
        #expect(try ServerInvocation(["--data", "d"]) == options())
        #expect(try ServerInvocation(["--data=d"]) == options())
        #expect(try ServerInvocation(["seed", "--data", "d"]) == .seed(dataFolder: "d", renewsPasswords: false))
        #expect(
            try ServerInvocation(["seed", "--new-passwords", "--data", "d"])
                == .seed(dataFolder: "d", renewsPasswords: true)
        )
    }

    @Test("every option has its effect")
    func all() throws {
        let words = [
            "--listen", "0.0.0.0:0", "--data", "d", "--tls-cert", "c", "--tls-key=k", "--behind-proxy", "--bots",
            "--print-codes", "--exit-with-parent", "--access-token-lifetime", "15m", "--public-url",
            "https://a.example/",
        ]
        let address = try #require(ListenAddress("0.0.0.0:0"))
        let expected = try options { options in
            options.address = address
            options.identityFiles = .init(certificate: "c", key: "k")
            options.isBehindProxy = true
            options.hasBots = true
            options.printsCodes = true
            options.exitsWithParent = true
            options.accessTokenLifetime = .seconds(900)
            options.publicURL = "https://a.example"
        }
        #expect(try ServerInvocation(words) == expected)
    }

    @Test(
        "help and version need nothing else",
        arguments: [["--help"], ["-h"], ["seed", "--help"], ["--bots", "-h"]]
    )
    func help(words: [String]) throws {
        #expect(try ServerInvocation(words) == .help)
        #expect(try ServerInvocation(["--version"]) == .version)
    }

    @Test("beyond this machine there is TLS, or a proxy that brings it")
    func noPlainTextOutside() throws {
        #expect(throws: ServerUsageError.self) { try ServerInvocation(["--data", "d", "--listen", "0.0.0.0:80"]) }
        #expect(throws: Never.self) {
            try ServerInvocation(["--data", "d", "--listen", "0.0.0.0:80", "--behind-proxy"])
        }
        #expect(throws: Never.self) {
            try ServerInvocation(["--data", "d", "--listen", "0.0.0.0:80", "--tls-cert", "c", "--tls-key", "k"])
        }
    }

    @Test(
        "a mistake is named, with what to write",
        arguments: [
            ([], "--data"), (["--data"], "--data FOLDER"), (["--data", "--bots"], "--data FOLDER"),
            (["--data", ""], "--data FOLDER"), (["--data", "d", "--data", "e"], "twice"),
            (["--data", "d", "--bots=yes"], "--bots takes no value"), (["--data", "d", "--x"], "--x"),
            (["--data", "d", "word"], "word"), (["--data", "d", "--listen", "x"], "127.0.0.1:8080"),
            (["--data", "d", "--tls-cert", "c"], "--tls-key"), (["--data", "d", "--tls-key", "c"], "--tls-cert"),
            (["--data", "d", "--access-token-lifetime", "15"], "15m"),
            (["--data", "d", "--access-token-lifetime", "0s"], "15m"),
            (["--data", "d", "--public-url", "a"], "https://"), (["seed", "--data", "d", "--bots"], "--bots"),
            (["--data", "d", "--new-passwords"], "--new-passwords"),
        ] as [([String], String)]
    )
    func mistakes(words: [String], named: String) {
        #expect {
            try ServerInvocation(words)
        } throws: { error in
            (error as? ServerUsageError)?.sentence.contains(named) == true
        }
    }
}
