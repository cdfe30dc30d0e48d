import Community
import Foundation
import Glibc
import TestSupport
import Testing

@testable import Headless

@Suite("The options of bobbin tail as a process", .serialized, .timeLimit(.minutes(10)))
struct TailOptionsProcessTests {
    private let home: TemporaryFolder
    private let community: RunningCommunity

    init() async throws {
        home = try TemporaryFolder()
        community = try await RunningCommunity(in: home)
        let kim = try await community.signUp("Kim", in: home)
        for title in ["Tea", "Coffee"] {
            _ = try await kim.call(
                ThreadEndpoints.Create(
                    body: CreateThreadBody(title: title, description: "", category: .free, icon: "")
                )
            )
        }
        let texts = ["alpha", "beta\ntea", "Gamma 가", "@Kim delta"]
        for text in texts {
            let send = Program(["send", "--url", community.url, "Tea", text], environment: home.environment)
            guard await send.ended() == 0 else { throw RunningCommunity.NoServer() }
        }
        let other = Program(["send", "--url", community.url, "Coffee", "other"], environment: home.environment)
        guard await other.ended() == 0 else { throw RunningCommunity.NoServer() }
    }

    private func tail(
        _ words: [String],
        environment: [String: String] = [:],
        input: Program.Stream = .null,
        output: Program.Stream = .pipe
    ) -> Program {
        Program(
            ["tail", "--url", community.url] + words,
            environment: home.environment.merging(environment) { $1 },
            input: input,
            output: output
        )
    }

    @Test("choose, form and bound what is printed")
    func lines() async throws {
        let cases: [(words: [String], output: String)] = [
            (["-e", "-o", "cat", "Tea"], "alpha\nbeta\ntea\nGamma 가\n@Kim delta\n"),
            (["-e", "-o", "cat", "-n", "1", "1"], "@Kim delta\n"),
            (["-e", "-o", "cat", "--last", "all", "-c", "1", "Tea"], "alpha\n"),
            (["-e", "-o", "cat", "-n", "+3", "--all"], "Gamma 가\n@Kim delta\nother\n"),
            (["-e", "-o", "cat", "--after", "3", "Tea", "Coffee"], "@Kim delta\nother\n"),
            (["-n", "all", "--until", "now", "-o", "cat", "Coffee"], "other\n"),
            (["-e", "--since", "-1h", "--until", "yesterday", "Tea"], ""),
            (["-e", "--since", "tomorrow", "Tea"], ""),
            (["-e", "-o", "cat", "--grep", "^g", "Tea"], "Gamma 가\n"),
            (["-e", "-o", "cat", "--grep", "^g", "--case-sensitive", "Tea"], ""),
            (["-e", "-o", "cat", "--grep", "^G.*가$", "-i", "Tea"], "Gamma 가\n"),
            (["-e", "-o", "cat", "--grep", "a$", "--invert-match", "Tea"], "Gamma 가\n"),
            (["-e", "-o", "cat", "--exclude", "ta", "Tea"], "alpha\nGamma 가\n"),
            (["-e", "-o", "cat", "--mention", "--from", "kim", "Tea"], "@Kim delta\n"),
            (["-e", "--from", "Lee", "Tea"], ""),
            (["-e", "--type", "edit,delete,reactions,image,file,system", "Tea"], ""),
            (
                ["-e", "-o", "json", "--fields", "v,id,text,editedAt", "-n1", "Tea"],
                #"{"v":1,"id":"4","text":"@Kim delta","editedAt":null}"# + "\n"
            ),
            (["-e", "-o", "json-seq", "--fields", "id", "-n1", "Tea"], "\u{1E}" + #"{"id":"4"}"# + "\n"),
            (["-e", "--template", "{id} {title} {kind}", "-n1", "--all"], "4 Tea text\n5 Coffee text\n"),
            (["-e", "--time", "none", "-n3", "Tea"], "Kim: beta\\ntea\nKim: Gamma 가\nKim: @Kim delta\n"),
            (["-e", "--time", "none", "--wrap", "-n3", "-c1", "Tea"], "Kim: beta\n    tea\n"),
            (["-e", "--time", "none", "-n1", "--color", "always", "Coffee"], "\u{1B}[31mKim\u{1B}[0m: other\n"),
            (
                ["-n", "2", "--time", "none", "--count", "2", "--idle", "9m", "-W", "9m", "--drop", "Tea"],
                "Kim: Gamma 가\nKim: @Kim delta\n"
            ),
            (["-q", "-n", "all", "--until-match", "gamma", "-o", "cat", "Tea"], "alpha\nbeta\ntea\nGamma 가\n"),
        ]
        for (words, expected) in cases {
            let program = tail(words)
            let output = String(decoding: await program.allOutput(), as: UTF8.self)
            #expect(await program.ended() == 0, "\(words)")
            // The colour of a name is of no consequence here.
            let plain = words.contains("always") ? output.replacing(/\[3\dm/, with: "[31m") : output
            #expect(plain == expected, "\(words)")
        }
    }

    @Test("prints times in a zone, and follows with nothing in its environment but what is needed")
    func surroundings() async throws {
        let dated = tail(
            ["-e", "-n1", "--tz", "+09:00", "Coffee"],
            environment: ["LC_ALL": "C", "TZ": "UTC"],
            input: .closed
        )
        let line = String(decoding: await dated.allOutput(), as: UTF8.self)
        #expect(await dated.ended() == 0)
        #expect(line.contains(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+09:00 Kim: other\n$/))
        // What is not ASCII goes into a pipe as it is, whatever the locale.
        let korean = tail(["-e", "--grep", "가", "-o", "cat", "Tea"], environment: ["LC_ALL": "C"])
        #expect(await korean.allOutput() == Array("Gamma 가\n".utf8))
        #expect(await korean.ended() == 0)
        let marked = tail(["-n1", "--mark", "-qc", "1", "Tea"])
        #expect(await marked.ended() == 0)
        #expect(await marked.allErrors() == "")
        let waiting = tail(["-n0", "--mark", "-q", "Tea"])
        #expect(await waiting.says("--- live ---\n"))
        kill(waiting.process, SIGTERM)
        #expect(await waiting.ended() == 143)
    }

    @Test("ends with one code for each cause")
    func codes() async throws {
        let nonsense = try ScriptedCommunity { _ in .json("no json") }
        let token = ["BOBBIN_TOKEN": "x"]
        let runs: [(Program, Int32)] = [
            (tail(["-e", "Tea"]), 0), (tail(["-e", "--until-match", "nothing", "Tea"]), 1),
            (tail(["--until-match", "nothing", "-W", "500ms", "Tea"]), 1), (tail(["--nonsense"]), 2),
            (tail(["--tz", "Mars/Phobos", "Tea"]), 2), (tail(["-e", "Milk"]), 4),
            (Program(["tail", "-e", "--url", community.url, "Tea"], environment: ["HOME": "/nonexistent"]), 3),
            (Program(["tail", "-e", "--url", "http://127.0.0.1:1", "a"], environment: token), 5),
            (Program(["tail", "-e", "--url", nonsense.url, "a"], environment: token), 6),
            (tail(["-e", "Tea"], output: .file("/dev/full")), 7),
            (tail(["-e", "--cursor-file", "/nonexistent/cursor", "Tea"]), 7),
            (tail(["-e", "-n1", "Tea", "--exec", "false"]), 8), (tail(["-e", "-n1", "Tea", "--exec", "/nowhere"]), 2),
            (tail(["-W", "500ms", "Tea"]), 124), (tail(["--idle", "500ms", "Tea"]), 124),
        ]
        for (program, code) in runs {
            let ended = await program.ended()
            let errors = await program.allErrors()
            #expect(ended == code, "\(errors)")
        }
        let signals: [(Int32, [String], Int32)] = [
            (SIGHUP, [], 129), (SIGINT, [], 130), (SIGTERM, [], 143), (SIGINT, ["--sigint-ok"], 0),
            (SIGTERM, ["--sigint-ok"], 0),
        ]
        for (signal, words, code) in signals {
            let program = tail(words + ["Tea"])
            #expect(await program.says("following Tea"))
            kill(program.process, signal)
            #expect(await program.ended() == code)
        }
    }

    @Test("ends with 0 at once when its reader goes away though the thread is silent")
    func readerGone() async {
        let program = tail(["Tea"])
        #expect(await program.says("following Tea"))
        close(program.output)
        #expect(await program.ended() == 0)
    }

    @Test("runs a command for each message, one after the other, and tells of those that fail")
    func commands() async throws {
        let file = "\(home.path)/commands"
        let program = tail([
            "-e", "Tea", "--exec", "sh", "-c", #"cat >> "$1"; grep -q beta "$1" || exit 3"#, "sh", file,
        ])
        #expect(await program.ended() == 8)
        let errors = await program.allErrors()
        #expect(errors.contains("bobbin: sh ended with 3, for message 1\n"))
        let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
        #expect(lines.count == 4)
        #expect(
            lines.first?.hasPrefix(#"{"v":1,"type":"message","id":"1","thread":"1","title":"Tea","sender":"Kim""#)
                == true
        )
    }

    @Test("prints each message once over runs that are killed, however they are")
    func killed() async throws {
        let log = "\(home.path)/log"
        let words = ["-q", "-n", "all", "--cursor-file", "\(home.path)/cursor", "--template", "{id}", "--all"]
        for round in 0..<6 {
            let send = Program(
                ["send", "--url", community.url, "Tea", "round \(round)"],
                environment: home.environment
            )
            let program = tail(words, output: .appended(log))
            #expect(await send.ended() == 0)
            // Somewhere while it prints, or waits.
            while size(of: log) < 2 * (round + 1) { await Task.yield() }
            kill(program.process, SIGKILL)
            _ = await program.ended()
        }
        #expect(await tail(words + ["-e"], output: .appended(log)).ended() == 0)
        let ids = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").map { Int($0) ?? 0 }
        #expect(ids.sorted() == Array(1...11))
    }

    private func size(of path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    @Test("lists threads and members for people and programs")
    func lists() async throws {
        let environment = home.environment
        let threads = Program(["threads", "--url", community.url], environment: environment)
        #expect(
            Set(String(decoding: await threads.allOutput(), as: UTF8.self).split(separator: "\n")) == [
                "1\t-\t1\tTea", "2\t-\t1\tCoffee",
            ]
        )
        #expect(await threads.ended() == 0)
        let members = Program(["members", "--json", "--url", community.url, "Tea"], environment: environment)
        #expect(
            String(decoding: await members.allOutput(), as: UTF8.self)
                == #"{"v":1,"id":"1","name":"Kim","role":"OWNER","part":null}"# + "\n"
        )
        #expect(await members.ended() == 0)
        #expect(await Program(["members", "--url", community.url, "Milk"], environment: environment).ended() == 4)
        #expect(await Program(["threads", "--url", community.url], environment: [:]).ended() == 2)
    }
}
