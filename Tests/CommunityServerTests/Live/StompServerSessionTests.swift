import Community
import Stomp
import Testing

@testable import CommunityServer

@Suite("StompServerSession: subscriptions and the end")
struct StompServerSessionTests {
    @Test("the two queues can be subscribed to, and left")
    func subscribe() {
        var script = SessionScript.established()
        let events: StompHeaders = [
            "id": "a", "destination": LiveQueue.events.rawValue, "receipt": "1", "ack": "client",
        ]
        #expect(script.receive(.subscribe, events).first == .subscribed(toEvents: true))
        script.subscribe(.errors, id: "b")
        #expect(script.session.subscriptions(to: .errors) == ["b"])
        let left = script.receive(.unsubscribe, ["id": "a", "receipt": "2"])
        #expect(left == [.subscribed(toEvents: false), .send(StompFrame(.receipt, headers: ["receipt-id": "2"]))])
        #expect(script.receive(.unsubscribe, ["id": "a"]).frames.first?.command == .error)
    }

    @Test(
        "any other destination is refused by its name",
        arguments: [
            "/topic/x", "/user/queue/community/threads/event", "", "/user/queue/errors/", "/user/7/queue/errors",
        ]
    )
    func otherDestinations(destination: String) throws {
        var script = SessionScript.established()
        let actions = script.receive(.subscribe, ["id": "a", "destination": destination, "receipt": "r"])
        let frame = try #require(actions.frames.first)
        #expect(frame.command == .error)
        #expect(frame.headers["message"]?.contains("“\(destination)”") == true)
        #expect(frame.headers["receipt-id"] == "r")
        #expect(actions.close != nil)
        #expect(script.session.subscriptions(to: .events).isEmpty)
    }

    @Test("a subscription needs an id of its own, but for 1.0")
    func ids() {
        var without = SessionScript.established()
        #expect(without.receive(.subscribe, ["destination": LiveQueue.events.rawValue]).close != nil)
        var twice = SessionScript.established()
        twice.subscribe(.events, id: "a")
        #expect(twice.receive(.subscribe, ["id": "a", "destination": LiveQueue.errors.rawValue]).close != nil)
        var old = SessionScript.established(version: "1.0")
        #expect(old.receive(.subscribe, ["destination": LiveQueue.events.rawValue]) == [.subscribed(toEvents: true)])
        #expect(old.receive(.subscribe, ["destination": LiveQueue.errors.rawValue]) == [.subscribed(toEvents: true)])
        #expect(old.receive(.unsubscribe, ["destination": LiveQueue.events.rawValue]) == [.subscribed(toEvents: false)])
    }

    @Test("there is a limit on subscriptions")
    func limit() {
        var script = SessionScript.established()
        for index in 0..<8 { script.subscribe(.events, id: "\(index)") }
        #expect(script.receive(.subscribe, ["id": "9", "destination": LiveQueue.events.rawValue]).close != nil)
    }

    @Test("acknowledgements are put up with, transactions are not", arguments: [StompCommand.begin, .commit, .abort])
    func tolerated(command: StompCommand) {
        var script = SessionScript.established()
        #expect(script.receive(.ack, ["id": "1"]).isEmpty)
        #expect(script.receive(.nack, ["id": "1", "receipt": "r"]).frames.map(\.command) == [.receipt])
        #expect(script.receive(command, ["transaction": "t"]).close == "1002 there are no transactions here")
    }

    @Test("DISCONNECT is confirmed, then the connection closed")
    func disconnect() {
        var script = SessionScript.established()
        let actions = script.receive(.disconnect, ["receipt": "bye"])
        #expect(actions.frames == [StompFrame(.receipt, headers: ["receipt-id": "bye"])])
        #expect(actions.close == "1000 ")
        #expect(script.receive(.send).isEmpty)
        #expect(!script.session.wantsInput)
    }

    @Test("at the token's end the connection is closed with the contract's words, once")
    func expiry() {
        var script = SessionScript.established()
        #expect(script.session.timerFired(.expiry, at: .seconds(900)).close == "1008 Access token expired")
        #expect(script.session.timerFired(.expiry, at: .seconds(901)).isEmpty)
    }

    @Test("what is no STOMP ends the session with an ERROR")
    func unreadable() {
        var script = SessionScript.established()
        let actions = script.session.received(.unknownCommand("GET"))
        #expect(actions.frames.first?.command == .error)
        #expect(actions.frames.first?.headers["message"]?.contains("GET") == true)
        #expect(actions.close?.hasPrefix("1002") == true)
    }

    @Test("foreign text in an ERROR can't end its line, nor be long")
    func foreignText() throws {
        var script = SessionScript.established()
        let destination = "/a\r\nb:\u{1B}" + String(repeating: "x", count: 500)
        let frame = try #require(
            script.receive(.subscribe, ["id": "a", "destination": destination]).frames.first
        )
        let message = try #require(frame.headers["message"])
        #expect(!message.unicodeScalars.contains { $0.value < 0x20 })
        #expect(message.count < 200)
        #expect(ServerMessage.bytes(of: frame, version: .v1_0) != nil)
    }
}

@Suite("StompServerSession: heart-beats")
struct StompServerSessionHeartBeatTests {
    @Test(
        "both sides' rates are agreed on",
        arguments: [("0,0", 0, 0), ("5000,5000", 10, 10), ("20000,0", 0, 20), ("0,30000", 30, 0), ("x", 0, 0)]
    )
    func rates(header: String, sends: Int, receives: Int) throws {
        let script = SessionScript.established(heartBeat: header)
        guard case .established(let established) = script.session.state else {
            Issue.record("the session is not up")
            return
        }
        #expect(established.heartBeats.sendInterval == .seconds(sends))
        #expect(established.heartBeats.receiveInterval == .seconds(receives))
    }

    @Test("one goes out when nothing else did")
    func sending() {
        var script = SessionScript.established(heartBeat: "0,10000")
        script.session.sentBytes(at: .seconds(3))
        #expect(
            script.session.timerFired(.heartBeat, at: .milliseconds(6500)) == [
                .schedule(.heartBeat, at: .milliseconds(9500))
            ]
        )
        #expect(
            script.session.timerFired(.heartBeat, at: .milliseconds(9500))
                == [.sendHeartBeat, .schedule(.heartBeat, at: .seconds(16))]
        )
    }

    @Test("a client that fell silent is given up, but not for what we did not read")
    func silence() {
        var script = SessionScript.established(heartBeat: "10000,0")
        script.session.receivedBytes(at: .seconds(5))
        #expect(script.session.timerFired(.silence, at: .seconds(20)) == [.schedule(.silence, at: .seconds(25))])
        script.session.pausedReading(at: .seconds(6))
        #expect(script.session.timerFired(.silence, at: .seconds(25)).isEmpty)
        #expect(script.session.resumedReading(at: .seconds(30)) == [.schedule(.silence, at: .seconds(49))])
        #expect(script.session.timerFired(.silence, at: .seconds(49)).close?.hasPrefix("1002 No heart-beat") == true)
    }
}
