import Synchronization
import TestSupport
import Testing

@testable import Headless

@Suite("Signing in with a browser as a process", .timeLimit(.minutes(10)))
struct BrowserLoginProcessTests {
    private static let tokens = #"{"access_token": "access-1", "refresh_token": "refresh-1", "token_type": "Bearer"}"#

    /// A community with the device code, whose answers to polls are these, in order.
    private static func deviceCommunity(_ polls: [ScriptedHTTPServer.Answer]) throws -> ScriptedCommunity {
        let polls = Mutex(polls)
        return try ScriptedCommunity { request in
            switch request.path {
            case "/oauth/device_authorization":
                .json(
                    #"""
                    {"device_code": "dev", "user_code": "WDJB-MJHT", "verification_uri": "https://h.example/device",
                     "verification_uri_complete": "https://h.example/device?user_code=WDJB-MJHT", "expires_in": 600,
                     "interval": 1}
                    """#
                )
            case "/oauth/token":
                polls.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            default:
                nil
            }
        }
    }

    private static func refusal(_ error: String) -> ScriptedHTTPServer.Answer {
        .json(#"{"error": "\#(error)"}"#, status: 400)
    }

    @Test("shows the device code, as a QR code where there is room, and waits for the answer")
    func device() async throws {
        let community = try Self.deviceCommunity([Self.refusal("authorization_pending"), .json(Self.tokens)])
        let home = try TemporaryFolder()
        let person = try TerminalProgram(["login", "--device", "--url", community.url], environment: home.environment)
        let shown = await person.shown(through: "as Kim.")
        #expect(shown.contains("https://h.example/device") && shown.contains("WDJB-MJHT"))
        #expect(shown.contains("▄▄▄▄▄"))
        #expect(await person.program.ended() == 0)
        #expect(community.bodies("/oauth/token").count == 2)
    }

    @Test("draws no QR code on a narrow terminal or one without UTF-8, and needs no terminal at all")
    func deviceWithoutDrawing() async throws {
        for (width, language) in [(30, "C.UTF-8"), (80, "C")] {
            let community = try Self.deviceCommunity([.json(Self.tokens)])
            let home = try TemporaryFolder()
            let person = try TerminalProgram(
                ["login", "--device", "--url", community.url],
                environment: home.environment.merging(["LC_ALL": language]) { $1 },
                width: width
            )
            let shown = await person.shown(through: "as Kim.")
            #expect(shown.contains("WDJB-MJHT") && !shown.contains("▄"))
            #expect(await person.program.ended() == 0)
        }
        let community = try Self.deviceCommunity([.json(Self.tokens)])
        let home = try TemporaryFolder()
        let program = Program(["login", "--device", "--url", community.url], environment: home.environment)
        let errors = await program.allErrors()
        #expect(errors.contains("WDJB-MJHT") && errors.hasSuffix("Signed in to \(community.url) as Kim.\n"))
        #expect(await program.ended() == 0)
    }

    @Test(
        "ends with 4 after a no and with 124 when the code is too old",
        arguments: [("access_denied", 4), ("expired_token", 124)]
    )
    func refused(_ error: String, _ code: Int) async throws {
        let community = try Self.deviceCommunity([Self.refusal(error)])
        let home = try TemporaryFolder()
        let program = Program(["login", "--device", "--url", community.url], environment: home.environment)
        #expect(await program.allErrors().contains("\nbobbin: "))
        #expect(await program.ended() == Int32(code))
        #expect(home.files.isEmpty)
    }

    @Test("runs BROWSER with the URL as an argument and takes the answer from where it comes back")
    func browser() async throws {
        let community = try ScriptedCommunity { $0.path == "/oauth/token" ? .json(Self.tokens) : nil }
        let home = try TemporaryFolder()
        // As a browser would after the person said yes; a shell would stumble over the & in the URL.
        try home.write(
            """
            import sys, urllib.parse, urllib.request
            query = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(sys.argv[1]).query))
            answer = urllib.parse.urlencode({"state": query["state"], "code": "the code"})
            urllib.request.urlopen(query["redirect_uri"] + "?" + answer).read()
            """,
            to: "browser.py"
        )
        let environment = home.environment.merging(["BROWSER": "/nowhere:/usr/bin/python3 \(home.path)/browser.py"]) {
            $1
        }
        let program = Program(
            ["login", "--browser", "--url", community.url],
            environment: environment.merging(["PATH": "/usr/bin:/bin"]) { $1 }
        )
        #expect(await program.allErrors().hasSuffix("Signed in to \(community.url) as Kim.\n"))
        #expect(await program.ended() == 0)
        let body = try #require(community.bodies("/oauth/token").first)
        #expect(body.contains("code=the+code") || body.contains("code=the%20code"))
        #expect(body.contains("code_verifier="))
    }

    @Test(
        "goes on with the device code over ssh and where no browser can be opened",
        arguments: ["ssh", "none", "broken"]
    )
    func noBrowser(_ place: String) async throws {
        let community = try Self.deviceCommunity([.json(Self.tokens)])
        let home = try TemporaryFolder()
        let variables: [String: String] =
            switch place {
            case "ssh": ["SSH_CONNECTION": "10.0.0.1 1 10.0.0.2 22", "DISPLAY": ":0", "BROWSER": "/bin/true"]
            case "broken": ["BROWSER": "/bin/false"]
            default: [:]
            }
        let program = Program(
            ["login", "--browser", "--url", community.url],
            environment: home.environment.merging(variables) { $1 }
        )
        #expect(await program.allErrors().contains("WDJB-MJHT"))
        #expect(await program.ended() == 0)
    }
}
