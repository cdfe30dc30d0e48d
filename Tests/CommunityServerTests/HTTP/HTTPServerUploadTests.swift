import FoundationEssentials
import Testing
import Transport

@testable import CommunityServer

@Suite("HTTPServer: uploads", .timeLimit(.minutes(10)))
struct HTTPServerUploadTests {
    @Test("the bytes get to disk, and the size that came is told", arguments: [0, 1, 1000, 3_000_000])
    func upload(size: Int) async throws {
        let folder = try TemporaryFolder()
        let server = try TestServer()
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 * 13) }
        let answer = try await http(
            server.port,
            .put,
            folder.path("up"),
            headers: ["X-Size": "\(size)"],
            body: .bytes(bytes)
        )
        #expect(answer.text == "\(size)")
        #expect(try Data(contentsOf: URL(filePath: folder.path("up"))) == Data(bytes))
        await server.stop()
        #expect(server.uploads.all == ["finished \(size)"])
    }

    @Test("one that may not come is refused before its bytes where it asks first, else behind them")
    func refused() async throws {
        let server = try TestServer()
        let asking = try await HTTPTalk(server.port)
        let head = "PUT /x HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n"
        try await asking.send(head + "Expect: 100-continue\r\n\r\n")
        #expect(try await asking.read(until: "\r\n").contains("404"))
        let sending = try await HTTPTalk(server.port)
        try await sending.send(head + "\r\n" + String(repeating: "x", count: 100_000))
        #expect(try await sending.read(until: "\r\n").contains("404"))
        await server.stop()
    }

    @Test("another length than announced is refused, and nothing stays", arguments: [5, 15])
    func otherLength(length: Int) async throws {
        let folder = try TemporaryFolder()
        let server = try TestServer()
        let body = [UInt8](repeating: 1, count: length)
        let answer = try await http(
            server.port,
            .put,
            folder.path("up"),
            headers: ["X-Size": "10"],
            body: .bytes(body)
        )
        #expect(answer.status == 400)
        #expect(!folder.has("up"))
        await server.stop()
        #expect(server.uploads.all == ["abandoned"])
    }

    @Test("more bytes than announced are not stored, though their number was not told before")
    func tooMany() async throws {
        let folder = try TemporaryFolder()
        let server = try TestServer()
        let talk = try await HTTPTalk(server.port)
        try await talk.send(
            "PUT \(folder.path("up")) HTTP/1.1\r\nHost: a\r\nX-Size: 3\r\nTransfer-Encoding: chunked\r\n\r\n"
        )
        try await talk.send("5\r\n12345\r\n0\r\n\r\n")
        #expect(try await talk.read(until: "\r\n").contains("413"))
        while server.uploads.all.isEmpty { await Task.yield() }
        #expect(server.uploads.all == ["abandoned"])
        #expect(!folder.has("up"))
        await server.stop()
    }

    @Test("a connection that is cut leaves nothing")
    func cut() async throws {
        let folder = try TemporaryFolder()
        let server = try TestServer()
        let talk = try await HTTPTalk(server.port)
        try await talk.send(
            "PUT \(folder.path("up")) HTTP/1.1\r\nHost: a\r\nX-Size: 100000\r\nContent-Length: 100000\r\n\r\n"
        )
        try await talk.send([UInt8](repeating: 1, count: 50_000))
        while !folder.has("up") { await Task.yield() }
        try await talk.cut()
        while server.uploads.all.isEmpty { await Task.yield() }
        #expect(server.uploads.all == ["abandoned"])
        #expect(!folder.has("up"))
        await server.stop()
    }

    @Test("one that is under way when the server stops leaves nothing either")
    func stopping() async throws {
        let folder = try TemporaryFolder()
        let server = try TestServer()
        let talk = try await HTTPTalk(server.port)
        try await talk.send(
            "PUT \(folder.path("up")) HTTP/1.1\r\nHost: a\r\nX-Size: 100000000\r\nContent-Length: 100000000\r\n\r\n"
        )
        let sending = Task {
            while !Task.isCancelled { try await talk.send([UInt8](repeating: 1, count: 50_000)) }
        }
        while !folder.has("up") { await Task.yield() }
        await server.stop()
        sending.cancel()
        while folder.has("up") { await Task.yield() }
    }
}
