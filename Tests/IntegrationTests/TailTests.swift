import Foundation
import Glibc
import Stomp
import StompClient
import TestSupport
import Testing

@Suite("bobbin tail with streams of a real broker", SharedBroker.isRunning, .timeLimit(.minutes(3)))
struct TailTests {
    private func start(_ words: [String], in home: StreamHome, output: Program.Stream = .pipe) -> Program {
        Program(["tail", "--profile", "streams"] + words, environment: home.environment, output: output)
    }

    private func lines(_ words: [String], in home: StreamHome) async -> ([String], Int32) {
        let program = start(words, in: home)
        let text = String(decoding: await program.allOutput(), as: UTF8.self)
        return (text.split(separator: "\n").map(String.init), await program.ended())
    }

    /// Sends numbered messages and waits until the log has them.
    private func fill(_ stream: String, _ numbers: Range<Int>) async throws {
        var client = await TestClient(try SharedBroker.address(), settings: .fastGuest)
        try await client.connected()
        let headers: StompHeaders = ["x-queue-type": "stream", "durable": "true", "auto-delete": "false"]
        for number in numbers.dropLast() {
            let all = StompHeaders([.init(name: "destination", value: "/queue/\(stream)")] + headers.entries)
            try await client.connection.send(StompFrame(.send, headers: all, body: Array("m\(number)".utf8)))
        }
        guard let last = numbers.last else { return }
        try await client.connection.sendConfirmed(
            destination: "/queue/\(stream)",
            headers: headers,
            body: Array("m\(last)".utf8)
        )
        await client.connection.disconnect()
    }

    @Test("ends behind the message that was the newest at the start, however the range is given")
    func ranges() async throws {
        let home = try StreamHome()
        let stream = "tail-\(uniqueName())"
        try await fill(stream, 0..<1500)
        let texts = { (numbers: Range<Int>) in numbers.map { "m\($0)" } }
        let cases: [([String], Range<Int>)] = [
            (["-n", "3"], 1497..<1500), (["-n", "all"], 0..<1500), (["-n", "+1490"], 1490..<1500),
            (["--after", "1490"], 1491..<1500), (["--since", "-10m"], 0..<1500), (["--since", "+1h"], 0..<0),
            (["-n", "0"], 0..<0), (["--after", "9999"], 0..<0), (["-n", "2", "--grep", "^m1[0-9]*0$"], 0..<0),
            ([], 1490..<1500),
        ]
        for (words, expected) in cases {
            let (printed, code) = await lines(["--no-follow", "-o", "cat"] + words + [stream], in: home)
            #expect(code == 0, "\(words)")
            #expect(printed == (words.contains("--grep") ? ["m1480", "m1490"] : texts(expected)), "\(words)")
        }
        let (json, _) = await lines(["--no-follow", "-n", "1", "-o", "json", stream], in: home)
        #expect(json.first?.contains(#""offset":1499}"#) == true)
    }

    @Test("follows from a place in the past without a seam")
    func follows() async throws {
        let home = try StreamHome()
        let stream = "tail-\(uniqueName())"
        try await fill(stream, 0..<20)
        let program = start(["-n", "5", "--mark", "-o", "cat", "--count", "15", stream], in: home)
        #expect(await program.says("--- live ---"))
        try await fill(stream, 20..<30)
        let text = String(decoding: await program.allOutput(), as: UTF8.self)
        #expect(text == (15..<30).map { "m\($0)\n" }.joined())
        #expect(await program.ended() == 0)
    }

    @Test("a stream that is not there is told in one line, and not made")
    func unknown() async throws {
        let home = try StreamHome()
        let stream = "tail-\(uniqueName())"
        for _ in 0..<2 {
            let program = start(["--no-follow", "-q", stream], in: home)
            let errors = await program.allErrors()
            #expect(errors.contains("there is no stream \(stream)"), "\(errors)")
            #expect(errors.split(separator: "\n").count == 1)
            #expect(await program.ended() == 4)
        }
    }

    @Test("killed again and again it goes on by its cursor file: each message once, none missing")
    func killed() async throws {
        let home = try StreamHome()
        let stream = "tail-\(uniqueName())"
        let (log, cursor) = (home.path("log"), home.path("cursor"))
        try await fill(stream, 0..<1)
        let words = ["--cursor-file", cursor, "-n", "all", "-o", "cat", stream]
        let count = 2000
        let filling = Task { try await fill(stream, 1..<count) }
        var kills = 0
        while true {
            let program = start(words, in: home, output: .appended(log))
            let before = home.size(of: log)
            // Killed in the middle of its work, wherever that is.
            try await until { home.size(of: log) > before + Int.random(in: 1..<1200) || home.lines(of: log) >= count }
            kill(program.process, SIGKILL)
            _ = await program.ended()
            kills += 1
            if home.lines(of: log) >= count { break }
        }
        try await filling.value
        #expect(kills > 2)
        let (_, code) = await lines(["--no-follow"] + words, in: home)
        #expect(code == 0)
        let text = try String(contentsOfFile: log, encoding: .utf8)
        #expect(text == (0..<count).map { "m\($0)\n" }.joined())
    }
}

/// A home directory with a profile whose threads are streams, which goes with the test.
final class StreamHome: Sendable {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "bobbin-tail-\(UUID().uuidString)")

    init() throws {
        let place = folder.appending(path: ".config/bobbin")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        let url = try SharedBroker.address().absoluteString
        try #"{profiles: {streams: {kind: "stream", url: "\#(url)"}}}"#
            .write(to: place.appending(path: "config.json5"), atomically: true, encoding: .utf8)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    var environment: [String: String] { ["HOME": folder.path] }

    func path(_ name: String) -> String { folder.appending(path: name).path }

    func size(of path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    func lines(of path: String) -> Int {
        FileManager.default.contents(atPath: path)?.filter { $0 == 0x0A }.count ?? 0
    }
}
