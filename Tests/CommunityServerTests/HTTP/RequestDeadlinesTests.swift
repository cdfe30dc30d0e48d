import Stomp
import Testing
import Transport

@testable import CommunityServer

@Suite("RequestDeadlines: who sends slowly", .timeLimit(.minutes(10)))
struct RequestDeadlinesTests {
    private static let long = Duration.seconds(100_000)

    @Test(
        "a request that does not come to its end in time is cut off, and frees its place",
        arguments: [
            "", "GET / HT", "GET / HTTP/1.1\r\nHost: a\r\nX-Slow: a", "POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\n1",
        ]
    )
    func slowRequest(beginning: String) async throws {
        var settings = HTTPSettings()
        settings.connectionLimit = 1
        let server = try TestServer(settings: settings) { _ in .text(200, "fine") }
        let slow = try await HTTPTalk(server.port)
        // Nothing tells when the beginning has been read, so it follows a whole request.
        try await slow.send("GET /now HTTP/1.1\r\nHost: a\r\n\r\n" + beginning)
        _ = try await slow.read(until: "now")
        server.http.deadlines.cutOff(at: MonotonicTime.now + server.http.settings.requestTimeout / 2)
        server.http.deadlines.cutOff(at: MonotonicTime.now + Self.long)
        await #expect(throws: (any Error).self) { _ = try await slow.read(until: "\r\n\r\n") }
        #expect(try await http(server.port, .get, "/").text == "fine")
        await server.stop()
    }

    @Test("an upload has time by its size")
    func upload() async throws {
        let folder = try TemporaryFolder()
        let server = try TestServer()
        let size = 16 << 20
        let talk = try await HTTPTalk(server.port)
        try await talk.send(
            "PUT \(folder.path("a")) HTTP/1.1\r\nHost: a\r\nX-Size: \(size)\r\nContent-Length: \(size)\r\n"
                + "Expect: 100-continue\r\n\r\n"
        )
        _ = try await talk.read(until: "100 Continue\r\n\r\n")
        server.http.deadlines.cutOff(at: MonotonicTime.now + .seconds(600))
        try await talk.send([UInt8](repeating: 0, count: size))
        #expect(try await talk.read(until: "\r\n").contains("200"))
        await server.stop()
    }

    @Test("who waits for an answer, or has a WebSocket, is left alone")
    func waiting() async throws {
        let gate = Gate()
        let asked = Gate()
        let server = try TestServer { _ in
            await asked.open()
            await gate.wait()
            return .text(200, "done")
        }
        let client = try await LiveClient.open(server.port)
        let waiting = try await HTTPTalk(server.port)
        try await waiting.send("GET /wait HTTP/1.1\r\nHost: a\r\n\r\n")
        await asked.wait()
        server.http.deadlines.cutOff(at: MonotonicTime.now + Self.long)
        await gate.open()
        _ = try await waiting.read(until: "done")
        try await client.send(.connect, ["accept-version": "1.2", "Authorization": "Bearer 1"])
        _ = try await client.frame(.connected)
        await server.stop()
    }
}
