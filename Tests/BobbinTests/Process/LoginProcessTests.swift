import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Headless

@Suite("Signing in as a process", .timeLimit(.minutes(10)))
struct LoginProcessTests {
    @Test("asks for e-mail and password, shows no password, and keeps the session for whoami and logout")
    func password() async throws {
        let (community, home) = (try ScriptedCommunity(), try TemporaryFolder())
        let person = try TerminalProgram(["login", "--url", community.url], environment: home.environment)
        #expect(await person.shown(through: "Enter for 1: ").contains("e-mail and password"))
        person.type("\n")
        _ = await person.shown(through: "E-mail: ")
        #expect(person.echoes)
        person.type("kim@example.org\n")
        _ = await person.shown(through: "Password: ")
        #expect(!person.echoes)
        person.type("open sesame\n")
        let rest = await person.shown(through: "Signed in to \(community.url) as Kim.")
        #expect(!rest.contains("sesame"))
        #expect(await person.program.ended() == 0)
        #expect(person.echoes)
        #expect(community.bodies("/api/v1/auth/login").first?.contains(#""password":"open sesame""#) == true)

        let who = Program(["whoami", "--url", community.url], environment: home.environment)
        #expect(String(decoding: await who.allOutput(), as: UTF8.self) == "Kim <kim@example.org> on \(community.url)\n")
        #expect(await who.ended() == 0)
        let json = Program(["whoami", "--json", "--url", community.url], environment: home.environment)
        #expect(
            String(decoding: await json.allOutput(), as: UTF8.self)
                == #"{"v":1,"server":"\#(community.url)","profile":null,"memberId":"7","name":"Kim","#
                + #""email":"kim@example.org","part":"iOS","statusMessage":null}"# + "\n"
        )

        let out = Program(["logout", "--url", community.url], environment: home.environment)
        #expect(await out.allErrors() == "Signed out of \(community.url).\n")
        #expect(await out.ended() == 0)
        #expect(community.bodies("/api/v1/auth/logout") == [#"{"refreshToken":"refresh-1"}"#])
        let nobody = Program(["whoami", "--url", community.url], environment: home.environment)
        #expect(
            await nobody.allErrors()
                == "bobbin: nobody is signed in to \(community.url); run bobbin login --url \(community.url)\n"
        )
        #expect(await nobody.ended() == 3)
        // What it says to run works as it stands.
        let trusting = Program(
            ["whoami", "--url", community.url, "--ca-file", "/etc/ssl/own.pem"],
            environment: home.environment
        )
        let words = "bobbin login --url \(community.url) --ca-file /etc/ssl/own.pem\n"
        #expect(await trusting.allErrors().hasSuffix(words))
    }

    @Test("ends with 3 after three wrong passwords")
    func wrongPassword() async throws {
        let (community, home) = (try ScriptedCommunity(), try TemporaryFolder())
        let person = try TerminalProgram(["login", "--email", "--url", community.url], environment: home.environment)
        _ = await person.shown(through: "E-mail: ")
        person.type("kim@example.org\n")
        for left in ["2 more tries", "one more try", "try again, or sign in another way"] {
            _ = await person.shown(through: "Password: ")
            person.type("wrong\n")
            #expect(await person.shown(through: left).hasSuffix(left))
        }
        #expect(await person.program.ended() == 3)
        #expect(home.files.isEmpty)
    }

    @Test(
        "is given up by Ctrl-D and Ctrl-C with 130 and by SIGTERM with 143, and the terminal shows again what is typed"
    )
    func cancelled() async throws {
        let (community, home) = (try ScriptedCommunity(), try TemporaryFolder())
        let ends: [(keys: String?, code: Int32)] = [("\u{04}", 130), ("\u{03}", 130), (nil, 143)]
        for end in ends {
            let person = try TerminalProgram(
                ["login", "--email", "--url", community.url],
                environment: home.environment
            )
            _ = await person.shown(through: "E-mail: ")
            person.type("kim@example.org\n")
            _ = await person.shown(through: "Password: ")
            #expect(!person.echoes)
            if let keys = end.keys { person.type(keys) } else { kill(person.program.process, SIGTERM) }
            #expect(await person.program.ended() == end.code)
            #expect(person.echoes)
        }
        #expect(community.requests.isEmpty)
        #expect(home.files.isEmpty)
    }

    @Test("says in one line that it needs a terminal, a community, or a network")
    func impossible() async throws {
        let (community, home) = (try ScriptedCommunity(), try TemporaryFolder())
        let lines: [(words: [String], line: String, code: Int32)] = [
            (
                ["login", "--url", community.url],
                "signing in asks questions, and standard input is no terminal; use --device or --browser", 2
            ),
            (
                ["login", "--phone", "--url", community.url],
                "signing in asks questions, and standard input is no terminal; use --device or --browser", 2
            ),
            (["signup", "--url", community.url], "signing up asks questions, and standard input is no terminal", 2),
            (["login"], "login to which community? Name it with --url https://HOST or --profile NAME", 2),
            (
                ["whoami", "--url", "wss://h/ws"],
                "wss://h/ws means a broker, where there is no whoami; write https:// or http://", 2
            ),
            (
                ["login", "--url", "https://h?a"],
                "--url https://h?a holds a query or a fragment; leave what begins with "
                    + "? or # out", 2
            ),
            (
                ["login", "--device", "--url", "http://127.0.0.1:9"],
                "127.0.0.1, port 9, can't be reached: Connection "
                    + "refused", 5
            ),
            // A server without that way to sign in.
            (["login", "--device", "--url", community.url], "There is no such call", 4),
        ]
        for (words, line, code) in lines {
            let program = Program(words, environment: home.environment)
            #expect(await program.allErrors() == "bobbin: \(line)\n")
            #expect(await program.ended() == code)
        }
    }

    @Test("opens an account, asking twice for the password")
    func signUp() async throws {
        let (community, home) = (try ScriptedCommunity(), try TemporaryFolder())
        let person = try TerminalProgram(["signup", "--url", community.url], environment: home.environment)
        for (question, answer) in [
            ("E-mail: ", "kim@example.org"), ("others see it: ", "김"), ("Password: ", "one"),
            ("8 characters or more", ""), ("Password: ", "one of mine"), ("again: ", "another one"),
            ("not the same", ""), ("Password: ", "open sesame"), ("again: ", "open sesame"),
        ] {
            _ = await person.shown(through: question)
            if !answer.isEmpty { person.type(answer + "\n") }
        }
        _ = await person.shown(through: "Signed in")
        #expect(await person.program.ended() == 0)
        let body = try #require(community.bodies("/api/v1/auth/signup").first)
        #expect(body.contains(#""name":"김""#) && body.contains(#""password":"open sesame""#))
    }

    @Test("signs out here even when the server can't be reached, and says so with 5")
    func logoutWithoutServer() async throws {
        let home = try TemporaryFolder()
        let community = try ScriptedCommunity { request in
            request.path == "/api/v1/auth/logout" ? .hangUp : nil
        }
        let person = try TerminalProgram(["login", "--email", "--url", community.url], environment: home.environment)
        _ = await person.shown(through: "E-mail: ")
        person.type("kim@example.org\n")
        _ = await person.shown(through: "Password: ")
        person.type("sesame\n")
        #expect(await person.program.ended() == 0)
        let out = Program(["logout", "--url", community.url], environment: home.environment)
        #expect(await out.allErrors().hasPrefix("bobbin: signed out here, but the server was not told"))
        #expect(await out.ended() == 5)
        let again = Program(["logout", "--url", community.url], environment: home.environment)
        #expect(await again.allErrors() == "Nobody was signed in to \(community.url).\n")
        #expect(await again.ended() == 0)
    }
}
