import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Transport

@Suite("HTTP over libcurl", .timeLimit(.minutes(10)))
struct CurlHTTPClientTests {
    private let client: CurlHTTPClient

    init() throws {
        client = try CurlHTTPClient(settings: settings())
    }

    private static func text(_ response: HTTPResponse) -> String {
        String(decoding: response.body, as: UTF8.self)
    }

    @Test("Method, path, headers and body arrive as given, and the answer comes back", arguments: HTTPMethod.allCases)
    func exchange(method: HTTPMethod) async throws {
        let server = try ScriptedHTTPServer { request in
            .response(201, headers: [("X-Answer", "yes")], body: request.body)
        }
        var request = HTTPRequest(method, server.url + "/a%2Fb/../c?q=%20", headers: ["X-One": "1", "X-Empty": ""])
        if method != .get { request.body = .bytes(Array("안녕".utf8)) }
        let response = try await client.send(request)
        #expect(response.status == 201)
        #expect(response.headers["x-answer"] == "yes")
        #expect(Self.text(response) == (method == .get ? "" : "안녕"))
        let seen = try #require(server.requests.first)
        #expect(seen.method == method.rawValue)
        #expect(seen.target == "/a%2Fb/../c?q=%20")
        #expect(seen.headers["x-one"] == "1")
        #expect(seen.headers["x-empty"] == "")
        #expect(seen.headers["content-type"] == nil)
        #expect(seen.headers["expect"] == nil)
    }

    @Test("An empty body is sent as one, so that the server need not wait", arguments: [HTTPMethod.post, .put, .patch])
    func emptyBody(method: HTTPMethod) async throws {
        let server = try ScriptedHTTPServer { _ in .response(204) }
        #expect(try await client.send(HTTPRequest(method, server.url)).status == 204)
        #expect(server.requests.first?.headers["content-length"] == "0")
    }

    @Test("Connections are kept open and used again")
    func keepAlive() async throws {
        let server = try ScriptedHTTPServer { _ in .response(200, body: [1]) }
        for _ in 0..<5 { _ = try await client.send(HTTPRequest(.get, server.url)) }
        #expect(server.connectionCount == 1)
    }

    @Test("Many requests at once share few connections")
    func sharedConnections() async throws {
        let server = try ScriptedHTTPServer { request in .response(200, body: Array(request.target.utf8)) }
        let client = client
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<200 {
                let request = HTTPRequest(.get, server.url + "/\(number)")
                group.addTask { Self.text(try await client.send(request)) == "/\(number)" }
            }
            for try await isRight in group { #expect(isRight) }
        }
        #expect(server.connectionCount <= CurlMulti.connectionsPerHost)
    }

    @Test("Cancelling ends the exchange at once and closes its connection")
    func cancellation() async throws {
        let server = try ScriptedHTTPServer { _ in .silence }
        let request = HTTPRequest(.get, server.url)
        let task = Task { [client] in try await client.send(request) }
        try await until { server.requests.count == 1 }
        task.cancel()
        await #expect(throws: HTTPError.cancelled) { try await task.value }
        try await until { server.openConnectionCount == 0 }
    }

    @Test("A task cancelled before it asks sends nothing")
    func cancelledBefore() async throws {
        let server = try ScriptedHTTPServer { _ in .response(200) }
        let request = HTTPRequest(.get, server.url)
        let task = Task { [client] in
            try? await until { Task.isCancelled }
            return try await client.send(request)
        }
        task.cancel()
        await #expect(throws: HTTPError.cancelled) { try await task.value }
        #expect(server.requests.isEmpty)
    }

    @Test("A server that says nothing is given up after the limit")
    func timeOut() async throws {
        let server = try ScriptedHTTPServer { _ in .silence }
        var request = HTTPRequest(.get, server.url)
        request.timeout = .milliseconds(50)
        let sent = request
        await #expect(throws: HTTPError.timedOut(after: .milliseconds(50))) { try await client.send(sent) }
    }

    @Test("An answer above the limit is given up, however it is packed")
    func answerLimit() async throws {
        let server = try ScriptedHTTPServer { _ in .response(200, body: [UInt8](repeating: 7, count: 4096)) }
        var request = HTTPRequest(.get, server.url)
        request.answerLimit = 4096
        #expect(try await client.send(request).body.count == 4096)
        request.answerLimit = 4095
        let small = request
        await #expect(throws: HTTPError.answerTooLarge(limit: 4095)) { try await client.send(small) }
    }

    @Test("Endless headers are given up")
    func endlessHeaders() async throws {
        let line = "X-Filler: " + String(repeating: "a", count: 8000) + "\r\n"
        let head = "HTTP/1.1 200 OK\r\n" + String(repeating: line, count: 100)
        let server = try ScriptedHTTPServer { _ in .raw(Array(head.utf8)) }
        await #expect(throws: HTTPError.self) { try await client.send(HTTPRequest(.get, server.url)) }
    }

    @Test("The headers of an interim answer are not taken for the answer's")
    func interimAnswer() async throws {
        let text =
            "HTTP/1.1 103 Early Hints\r\nX-Hint: 1\r\n\r\nHTTP/1.1 200 OK\r\nX-Real: 2\r\nContent-Length: 0\r\n\r\n"
        let server = try ScriptedHTTPServer { _ in .raw(Array(text.utf8)) }
        let response = try await client.send(HTTPRequest(.get, server.url))
        #expect(response.status == 200)
        #expect(response.headers["X-Hint"] == nil)
        #expect(response.headers["X-Real"] == "2")
    }

    @Test("A connection that ends without an answer, and one that nobody takes, are the network's fault")
    func network() async throws {
        let server = try ScriptedHTTPServer { _ in .hangUp }
        await #expect { try await client.send(HTTPRequest(.post, server.url)) } throws: { error in
            if case HTTPError.transport(.reset) = error { true } else { false }
        }
        let port = try LoopbackListener.freePort()
        await #expect { try await client.send(HTTPRequest(.get, "http://127.0.0.1:\(port)/")) } throws: { error in
            if case HTTPError.transport(.unreachable("127.0.0.1", port, _)) = error { true } else { false }
        }
    }

    @Test("What answers in another language is no answer of HTTP")
    func notHTTP() async throws {
        let server = try ScriptedHTTPServer { _ in .raw(Array("220 mail.example ESMTP\r\n\r\n".utf8)) }
        await #expect { try await client.send(HTTPRequest(.get, server.url)) } throws: { error in
            if case HTTPError.badAnswer = error { true } else { false }
        }
    }

    @Test("A header that could end its line is refused before anything is sent", arguments: ["a\r\nb", "a\nb", "a\0b"])
    func headerInjection(value: String) async throws {
        let server = try ScriptedHTTPServer { _ in .response(200) }
        await #expect { try await client.send(HTTPRequest(.get, server.url, headers: ["X-Bad": value])) } throws: {
            error in
            if case HTTPError.badRequest = error { true } else { false }
        }
        #expect(server.connectionCount == 0)
    }

    @Test(
        "Other kinds of URL are refused",
        arguments: ["file:///etc/hostname", "ftp://127.0.0.1/", "nothing at all", ""]
    )
    func otherURLs(url: String) async {
        await #expect(throws: HTTPError.badRequest(detail: "the URL can't be used")) {
            try await client.send(HTTPRequest(.get, url))
        }
    }

    @Test("A trusted private authority makes TLS work, and without it there is no connection")
    func tls() async throws {
        let certificates = try await Certificates.shared
        let identity = certificates.server
        let port = try LoopbackListener.freePort()
        let server = try ChildProcess(
            "openssl",
            ["s_server", "-accept", "127.0.0.1:\(port)", "-cert", identity.certificate, "-key", identity.key, "-www"]
        )
        defer { server.end() }
        _ = try await server.line(containing: "ACCEPT")
        let trusting = try CurlHTTPClient(settings: settings { $0.caFile = certificates.authority.certificate })
        #expect(try await trusting.send(HTTPRequest(.get, "https://127.0.0.1:\(port)/")).status == 200)
        await #expect { try await client.send(HTTPRequest(.get, "https://127.0.0.1:\(port)/")) } throws: { error in
            if case HTTPError.transport(.tls) = error { true } else { false }
        }
    }

    @Test("A plain request goes through a proxy where one is set")
    func proxy() async throws {
        let proxy = try ScriptedHTTPServer { request in .response(200, body: Array(request.target.utf8)) }
        let client = try CurlHTTPClient(settings: settings { $0.proxy = proxy.url })
        let response = try await client.send(HTTPRequest(.get, "http://community.invalid/x"))
        #expect(Self.text(response) == "http://community.invalid/x")
    }

    @Test("The thread ends with the client, and with it what is under way")
    func ending() async throws {
        let server = try ScriptedHTTPServer { _ in .silence }
        let worker = try HTTPWorker(settings: settings())
        let request = HTTPRequest(.get, server.url)
        let task = Task { try await worker.exchange(request, progress: nil).response }
        try await until { server.requests.count == 1 }
        worker.stop()
        await #expect(throws: HTTPError.cancelled) { try await task.value }
        await #expect(throws: HTTPError.cancelled) { try await worker.exchange(request, progress: nil).response }
    }
}
