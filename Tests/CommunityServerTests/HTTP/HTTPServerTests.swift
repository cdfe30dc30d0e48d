import FoundationEssentials
import Testing
import Transport

@testable import CommunityServer

@Suite("HTTPServer: over real sockets", .timeLimit(.minutes(10)))
struct HTTPServerTests {
    /// Answers with what it got.
    private static let echo: @Sendable (APIRequest) async -> APIResponse = { request in
        let query = request.query.map { "\($0.name)=\($0.value)" }.joined(separator: ",")
        let text = "\(request.method) \(request.path) [\(query)] \(request.headers["x-a"] ?? "-") "
        return APIResponse(status: 200, headers: [("X-B", "c")], body: .bytes(Array(text.utf8) + request.body))
    }

    @Test("a request gets to the application as it was meant, and its answer back")
    func roundTrip() async throws {
        let server = try TestServer(answer: Self.echo)
        let answer = try await http(
            server.port,
            .post,
            "/a%20b?x=%C3%A4&y",
            headers: ["X-A": "1"],
            body: .bytes(Array("body".utf8))
        )
        #expect(answer.text == "POST /a b [x=ä,y=] 1 body")
        #expect(answer.headers["X-B"] == "c")
        #expect(answer.headers["X-Content-Type-Options"] == "nosniff")
        await server.stop()
        #expect(server.metrics.now.answers == [200: 1])
    }

    @Test("one connection serves one request after the other")
    func keepAlive() async throws {
        let server = try TestServer(answer: Self.echo)
        let talk = try await HTTPTalk(server.port)
        for number in 0..<5 {
            try await talk.send("POST /\(number) HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n#\(number)")
            _ = try await talk.read(until: "/\(number) [] - #\(number)")
        }
        await server.stop()
    }

    @Test("who sends slowly, or waits for an answer, holds up nobody")
    func slowClients() async throws {
        let gate = Gate()
        let server = try TestServer { request in
            if request.path == "/wait" { await gate.wait() }
            return .text(200, "done \(request.path)\n")
        }
        let slow = try await HTTPTalk(server.port)
        try await slow.send("POST /slow HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n12345")
        let waiting = try await HTTPTalk(server.port)
        try await waiting.send("GET /wait HTTP/1.1\r\nHost: a\r\n\r\n")
        for _ in 0..<20 { #expect(try await http(server.port, .get, "/quick").text == "done /quick\n") }
        try await slow.send("67890")
        _ = try await slow.read(until: "done /slow\n")
        await gate.open()
        _ = try await waiting.read(until: "done /wait\n")
        await server.stop()
    }

    @Test("a body that is too long is refused, announced or not")
    func bodyLimit() async throws {
        var settings = HTTPSettings()
        settings.bodyLimit = 1000
        let server = try TestServer(settings: settings, answer: Self.echo)
        let long = [UInt8](repeating: 0x61, count: 1001)
        #expect(try await http(server.port, .post, "/", body: .bytes(long)).status == 413)
        #expect(try await http(server.port, .post, "/", body: .bytes(long.dropLast())).status == 200)
        let talk = try await HTTPTalk(server.port)
        try await talk.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3E9\r\n")
        try await talk.send(long)
        try await talk.send("\r\n0\r\n\r\n")
        #expect(try await talk.read(until: "\r\n").contains("413"))
        await server.stop()
    }

    @Test("a body that never ends is cut off")
    func endlessBody() async throws {
        var settings = HTTPSettings()
        settings.bodyLimit = 1000
        let server = try TestServer(settings: settings, answer: Self.echo)
        let talk = try await HTTPTalk(server.port)
        try await talk.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
        await #expect(throws: (any Error).self) {
            while true { try await talk.send("400\r\n" + String(repeating: "a", count: 1024) + "\r\n") }
        }
        await server.stop()
    }

    @Test("what is malformed is refused without troubling the application", arguments: ["/%zz", "/a?x=%ff", "*"])
    func malformed(target: String) async throws {
        let server = try TestServer(answer: Self.echo)
        let talk = try await HTTPTalk(server.port)
        try await talk.send("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try await talk.read(until: "\r\n").contains("400"))
        await server.stop()
    }

    @Test("a head that is too long is refused or cut off, and comes to nobody")
    func headLimit() async throws {
        let server = try TestServer(answer: Self.echo)
        let talk = try await HTTPTalk(server.port)
        var answer: String?
        do {
            try await talk.send(
                "GET / HTTP/1.1\r\nHost: a\r\nX-Long: \(String(repeating: "x", count: 100_000))\r\n\r\n"
            )
            answer = try await talk.read(until: "\r\n")
        } catch {
            // The refusal may be overtaken by the end of the connection, for there is more to read than is read.
        }
        #expect(answer?.contains("431") != false)
        #expect(try await http(server.port, .get, "/").status == 200)
        await server.stop()
        #expect(server.metrics.now.answers == [200: 1])
    }

    @Test("a file is sent as it is, and one that is gone is 404")
    func files() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("file")
        let content = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 * 7) }
        try Data(content).write(to: URL(filePath: path))
        let server = try TestServer { request in
            APIResponse(status: 200, body: .file(path: path + request.path.dropFirst(), size: content.count))
        }
        #expect(try await http(server.port, .get, "/").body == content)
        #expect(try await http(server.port, .get, "/x").status == 404)
        await server.stop()
    }

    @Test("HEAD gets the headers of GET and no body")
    func head() async throws {
        let server = try TestServer(answer: Self.echo)
        let talk = try await HTTPTalk(server.port)
        try await talk.send("HEAD /a HTTP/1.1\r\nHost: a\r\n\r\nGET /b HTTP/1.1\r\nHost: a\r\n\r\n")
        let text = try await talk.read(until: "/b [] - ")
        #expect(text.contains("X-B: c"))
        #expect(!text.contains("/a ["))
        await server.stop()
    }

    @Test("a connection that stays silent is closed")
    func idle() async throws {
        var settings = HTTPSettings()
        settings.idleTimeout = .seconds(1)
        let server = try TestServer(settings: settings, answer: Self.echo)
        let talk = try await HTTPTalk(server.port)
        try await talk.send("GET / HTT")
        await #expect(throws: (any Error).self) { try await talk.read(until: "never") }
        await server.stop()
    }
}
