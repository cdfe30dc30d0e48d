import Community
import FoundationEssentials
import Stomp
import StompClient
import Testing
import Transport
import WebSocket

@testable import CommunityServer

@Suite("LiveServer: over real sockets", .timeLimit(.minutes(10)))
struct LiveServerTests {
    private let id = SessionScript.commandID

    @Test("what one sends all subscribers get, and the sender's RECEIPT comes behind it")
    func delivery() async throws {
        let server = try TestServer()
        let first = try await LiveClient.connected(server.port, member: 1)
        let second = try await LiveClient.connected(server.port, member: 2)
        let silent = try await LiveClient.connected(server.port, member: 3, subscribed: false)
        try await first.command(id, receipt: "r")
        let own = try await first.frame(.message)
        #expect(own.headers["subscription"] == "ev")
        #expect(try await first.frame(.receipt).headers["receipt-id"] == "r")
        #expect(try await second.frame(.message).body == own.body)
        try await silent.send(.disconnect, ["receipt": "bye"])
        #expect(try await silent.frame(.receipt).headers["receipt-id"] == "bye")
        #expect(try await silent.close().code == 1000)
        await server.stop()
    }

    @Test("a member gets events on each of their connections, and none on those they closed")
    func severalConnections() async throws {
        let server = try TestServer()
        let one = try await LiveClient.connected(server.port, member: 1)
        let two = try await LiveClient.connected(server.port, member: 1)
        try await two.close(code: 1000)
        #expect(try await two.close().code == 1000)
        let three = try await LiveClient.connected(server.port, member: 1)
        try await one.command(id)
        #expect(try await one.frame(.message).body == three.frame(.message).body)
        await server.stop()
        #expect(server.metrics.now.connections == 0)
        #expect(server.metrics.now.subscriptions == 0)
        #expect(server.metrics.now.deliveries == 2)
    }

    @Test("our own client connects, subscribes, sends and hears")
    func ownClient() async throws {
        let server = try TestServer()
        let url = try #require(URL(string: "ws://127.0.0.1:\(server.port)/ws/websocket"))
        let connection = StompConnection(url: url, tokenStore: FixedToken(value: "1"), transport: CurlTransport())
        await connection.subscribe(destination: LiveQueue.events.rawValue)
        await connection.connect()
        var events = connection.events().makeAsyncIterator()
        var heard: [String] = []
        while let event = await events.next() {
            if case .connected = event {
                _ = try await connection.sendConfirmed(
                    destination: "/app/community/threads/1/messages",
                    headers: ["x-command-id": id],
                    body: Array("{}".utf8)
                )
            }
            if case .messages(let batch) = event {
                heard = batch.map { String(decoding: $0.body, as: UTF8.self) }
                break
            }
        }
        #expect(heard.count == 1)
        #expect(heard.first?.contains(id) == true)
        await connection.disconnect()
        await server.stop()
    }

    @Test("a bad token draws the envelope, then the close")
    func badToken() async throws {
        let server = try TestServer()
        let client = try await LiveClient.open(server.port)
        try await client.send(.connect, ["accept-version": "1.2", "Authorization": "Bearer nobody"])
        let error = try await client.frame(.error)
        #expect(try WireJSON.read(Envelope<NoResult>.self, from: error.body).value.code == "AUTH401")
        #expect(try await client.close().code == 1008)
        await server.stop()
        #expect(server.metrics.now.refusals[.token] == 1)
    }

    @Test("at the token's expiry the connection is closed with 1008")
    func expiry() async throws {
        let server = try TestServer(community: MemoryCommunity(lifetime: .milliseconds(50)))
        let client = try await LiveClient.open(server.port)
        try await client.send(.connect, ["accept-version": "1.2", "Authorization": "Bearer 1"])
        #expect(try await client.close() == WebSocketClose(code: 1008, reason: "Access token expired"))
        await server.stop()
    }

    @Test("a revoked session's connections end, others of the member stay")
    func revoked() async throws {
        let server = try TestServer()
        let one = try await LiveClient.connected(server.port, member: 1)
        let two = try await LiveClient.connected(server.port, member: 2)
        server.live.end(memberID: 1, sessionID: "another", code: 1008, reason: "no")
        server.live.end(memberID: 1, sessionID: "s1", code: 1008, reason: "Signed out")
        #expect(try await one.close() == WebSocketClose(code: 1008, reason: "Signed out"))
        try await two.command(id)
        _ = try await two.frame(.message)
        await server.stop()
    }

    @Test("a refusal comes by the error queue")
    func refusal() async throws {
        let server = try TestServer()
        let client = try await LiveClient.connected(server.port, member: 1)
        try await client.command(id, thread: "403", receipt: "r")
        let frame = try await client.frame(.message)
        #expect(frame.headers["subscription"] == "er")
        #expect(try WireJSON.read(CommandRefused.self, from: frame.body).value.status == 403)
        _ = try await client.frame(.receipt)
        await server.stop()
        #expect(server.metrics.now.commands["403"] == 1)
    }

    @Test(
        "bytes that break a protocol end the connection with the code that says so",
        arguments: [
            // Unmasked, reserved bits, text that is not UTF-8, a frame longer than the limit.
            ([0x81, 0x01, 0x61], 1002), ([0xF1, 0x80, 0, 0, 0, 0], 1002), ([0x81, 0x81, 0, 0, 0, 0, 0xFF], 1007),
            ([0x81, 0xFF, 0, 0, 0, 0, 0x10, 0, 0, 0, 0, 0, 0, 0], 1009),
        ] as [([UInt8], Int)]
    )
    func broken(bytes: [UInt8], code: Int) async throws {
        let server = try TestServer()
        let client = try await LiveClient.open(server.port)
        try await client.send(raw: bytes)
        #expect(try await client.close().code == UInt16(code))
        await server.stop()
    }

    @Test("what is no STOMP draws an ERROR, then the close")
    func noStomp() async throws {
        let server = try TestServer()
        let client = try await LiveClient.connected(server.port, member: 1)
        try await client.send(text: Array("HELLO\n\n\0".utf8))
        #expect(try await client.frame(.error).headers["message"]?.contains("not a STOMP command") == true)
        #expect(try await client.close().code == 1002)
        await server.stop()
    }

    @Test("a slow reader is cut off with 4500, and nobody else notices")
    func slowReader() async throws {
        let server = try TestServer()
        let slow = try await LiveClient.connected(server.port, member: 1)
        let quick = try await LiveClient.connected(server.port, member: 2)
        let sender = try await LiveClient.connected(server.port, member: 3, subscribed: false)
        let body = String(repeating: "y", count: 60_000)
        var sent = 0
        while (server.metrics.now.refusals[.slowReader] ?? 0) == 0 {
            sent += 1
            try await sender.command(id, receipt: "\(sent)", body: body)
            _ = try await sender.frame(.receipt)
            _ = try await quick.frame(.message)
        }
        let close = try await slow.close()
        #expect(close.code == 4500)
        #expect(close.reason.contains("slow"))
        try await sender.command(id)
        _ = try await quick.frame(.message)
        await server.stop()
    }

    @Test("a stop lets the command under way finish, confirms it, and says good-bye")
    func stopping() async throws {
        let server = try TestServer()
        let client = try await LiveClient.connected(server.port, member: 1)
        try await client.command(id, thread: "slow", receipt: "r")
        await server.community.slowCommand()
        async let end: Void = server.stop()
        server.community.openGate()
        _ = try await client.frame(.message)
        #expect(try await client.frame(.receipt).headers["receipt-id"] == "r")
        #expect(try await client.close() == WebSocketClose(code: 1001, reason: LiveServer.goodbye))
        try await client.close(code: 1001)
        await end
        #expect(server.community.performed == [id])
    }
}

private struct FixedToken: TokenStore {
    let value: String
    func accessToken() async -> String? { value }
    func refreshToken() async -> String? { nil }
    func save(_ tokens: TokenPair) async throws {}
    func clear() async throws {}
}
