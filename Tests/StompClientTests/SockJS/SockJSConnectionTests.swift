import FoundationEssentials
import Stomp
import StompClient
import TestSupport
import Testing
import Transport

@Suite("A connection by SockJS", .timeLimit(.minutes(10)))
struct SockJSConnectionTests {
    @Test("opens a session of its own, speaks STOMP in its frames, and takes heart-beats for life")
    func talk() async throws {
        let fixture = try Fixture {
            $0.usesSockJS = true
            $0.splitsFramesAt = 64
        }
        await fixture.connect()
        let broker = try await ScriptedBroker.next(on: fixture.transport)
        try await broker.acceptUpgrade(subprotocol: nil)
        let target = try #require(await broker.target)
        let parts = target.split(separator: "/").map(String.init)
        #expect(parts.count == 4 && parts[0] == "ws" && parts[1].count == 3 && parts[3] == "websocket")
        #expect(parts[2].count == 16)
        _ = try await broker.frame(.connect)
        await broker.acceptConnect()
        #expect(await fixture.events.nextConnected() != nil)
        let id = await fixture.connection.subscribe(destination: "/topic/a")
        _ = try await broker.frame(.subscribe)
        await broker.send(text: "h")
        await broker.message(to: id.rawValue, "한글 \"quoted\" 😀")
        #expect(await fixture.events.nextMessages() == ["한글 \"quoted\" 😀"])
        // A long frame goes in pieces, each a frame of SockJS, none of which parts a letter.
        let text = String(repeating: "가\"\\", count: 100)
        try await fixture.connection.sendNow(
            StompFrame(.send, headers: ["destination": "/a"], body: Array(text.utf8))
        )
        #expect(try await broker.frame(.send).body == Array(text.utf8))
        await #expect(throws: SendError.notSendable(detail: "SockJS carries texts alone, and this is none")) {
            try await fixture.connection.sendNow(StompFrame(.send, headers: ["destination": "/a"], body: [0xFF]))
        }
        await broker.send(text: #"c[3000,"Go away!"]"#)
        #expect(await fixture.events.nextFailure() == .closedByServer(code: 3000, reason: "Go away!"))
        await fixture.finish()
    }

    @Test("says that a server does not speak it")
    func plain() async throws {
        let fixture = try Fixture { $0.usesSockJS = true }
        await fixture.connect()
        let broker = try await ScriptedBroker.next(on: fixture.transport)
        try await broker.acceptUpgrade()
        await broker.send(text: "CONNECTED\nversion:1.2\n\n\0")
        #expect(
            await fixture.events.nextFailure()
                == .protocolViolation(detail: "what came is no SockJS frame; leave sockjs out of the profile")
        )
        await fixture.finish()
    }

    @Test("opens another session each time")
    func sessions() async throws {
        let fixture = try Fixture { $0.usesSockJS = true }
        await fixture.connect()
        var targets: Set<String> = []
        for _ in 0..<2 {
            let broker = try await ScriptedBroker.next(on: fixture.transport)
            try await broker.acceptUpgrade(subprotocol: nil)
            targets.insert(try #require(await broker.target))
            broker.peer.endStream()
            let wait = try #require(await fixture.events.nextRetry())
            try await fixture.clock.timer(at: fixture.clock.now.offset + wait)
            fixture.clock.advance(by: wait)
        }
        #expect(targets.count == 2)
        await fixture.finish()
    }
}
