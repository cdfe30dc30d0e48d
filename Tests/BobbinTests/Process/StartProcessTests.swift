import FoundationEssentials
import Glibc
import Stomp
import TestSupport
import Testing

@testable import Headless

@Suite("The start of bobbin as a process", .timeLimit(.minutes(10)))
struct StartProcessTests {
    @Test("shows version and help on standard output with 0")
    func help() async {
        let version = Program(["--version"])
        #expect(await version.ended() == 0)
        let lines = String(decoding: await version.allOutput(), as: UTF8.self).split(separator: "\n")
        #expect(lines.first?.hasPrefix("bobbin 0.1.0 (") == true)
        for library in ["Swift ", "libcurl/", "ncurses ", "SQLite "] {
            #expect(lines.dropFirst().contains { $0.hasPrefix(library) })
        }
        for words in [["--help"], ["tail", "--help"], ["help", "send"]] {
            let program = Program(words)
            #expect(String(decoding: await program.allOutput(), as: UTF8.self).contains("Exit codes:"))
            #expect(await program.ended() == 0)
            #expect(await program.allErrors() == "")
        }
    }

    @Test("ends with 2 and one line for a wrong command line, or when there is no terminal for the screen")
    func usage() async {
        for words in [["tial"], ["tail"], ["send", "a", "b", "c"], ["--nope"], []] {
            let program = Program(words)
            #expect(await program.ended() == 2)
            #expect(await program.allOutput() == [])
            let errors = await program.allErrors()
            #expect(errors.hasPrefix("bobbin: ") && errors.split(separator: "\n").count == 1)
        }
    }

    @Test("uses the profile of the configuration and says what is wrong in it")
    func profile() async throws {
        let broker = LoopbackBroker()
        let folder = "/tmp/bobbin-start-\(getpid())"
        try FileManager.default.createDirectory(atPath: folder + "/bobbin", withIntermediateDirectories: true)
        let text = """
            {
              profiles: {
                work: {
                  url: "\(broker.url)", login: "kim", host: "team", heartBeat: ["20s", "30s"],
                  passwordCommand: ["printf", "%s", "a b"],
                  nmae: "Kim",
                },
                home: {url: 5},
              },
              defaultProfile: "work",
            }
            """
        try Data(text.utf8).write(to: URL(filePath: folder + "/bobbin/config.json5"))
        let environment = ["XDG_CONFIG_HOME": folder, "PATH": "/usr/bin:/bin"]
        let program = Program(["send", "/queue/a", "x"], environment: environment)
        #expect(await program.ended() == 0)
        let file = folder + "/bobbin/config.json5"
        #expect(
            await program.allErrors() == """
                bobbin: \(file):6: profiles.work.nmae: unknown key; did you mean "name"?
                bobbin: \(file):8: profiles.home.url: must be a text, not a number

                """
        )
        let connect = try #require(broker.received.first)
        #expect(connect.headers["login"] == "kim")
        #expect(connect.headers["passcode"] == "a b")
        #expect(connect.headers["host"] == "team")
        #expect(connect.headers["heart-beat"] == "20000,30000")

        let broken = Program(["send", "--profile", "home", "/queue/a", "x"], environment: environment)
        #expect(await broken.ended() == 2)
        #expect(
            await broken.allErrors().hasSuffix("bobbin: the profile home can't be used before line 8 is corrected\n")
        )

        let missing = Program(["send", "--profile", "wrok", "/queue/a", "x"], environment: environment)
        #expect(await missing.ended() == 2)
        #expect(await missing.allErrors().hasSuffix("there is no profile wrok in \(file); did you mean work?\n"))
    }

    @Test("a signal ends it while a program is asked for the password")
    func signalDuringCommand() async throws {
        let folder = "/tmp/bobbin-command-\(getpid())"
        try FileManager.default.createDirectory(atPath: folder + "/bobbin", withIntermediateDirectories: true)
        let text = """
            {
              profiles: {
                work: {
                  url: "ws://127.0.0.1:1", login: "kim",
                  passwordCommand: ["sh", "-c", "echo asked >&2; sleep 30 >&- 2>&-; sleep 30"],
                },
              },
              defaultProfile: "work",
            }
            """
        try Data(text.utf8).write(to: URL(filePath: folder + "/bobbin/config.json5"))
        for words in [["tail", "/topic/a"], ["send", "/topic/a", "x"]] {
            let program = Program(words, environment: ["XDG_CONFIG_HOME": folder, "PATH": "/usr/bin:/bin"])
            #expect(await program.says("asked"))
            kill(program.process, SIGTERM)
            #expect(await program.ended() == 1000 + SIGTERM)
        }
    }

    @Test("SIGQUIT ends it at once, without a word")
    func quit() async throws {
        let broker = LoopbackBroker()
        let program = Program(["tail", "--url", broker.url, "/topic/a"])
        #expect(await program.says("connected"))
        kill(program.process, SIGQUIT)
        #expect(await program.ended() == 1000 + SIGQUIT)
        let rest = await program.allErrors()
        #expect(rest.split(separator: "\n").count <= 1, "\(rest)")
    }

    @Test("takes the password from the environment, and nothing of the default profile with --url")
    func environment() async throws {
        let broker = LoopbackBroker()
        let program = Program(
            ["send", "--url", broker.url, "--login", "kim", "/queue/a", "x"],
            environment: ["BOBBIN_PASSWORD": "secret"]
        )
        #expect(await program.ended() == 0)
        let connect = try #require(broker.received.first)
        #expect(connect.headers["passcode"] == "secret")
        let other = LoopbackBroker()
        #expect(await Program(["send", "--url", other.url, "/queue/a", "x"]).ended() == 0)
        let bare = try #require(other.received.first)
        #expect(bare.headers["login"] == nil)
        #expect(bare.headers["host"] == nil)
    }
}
