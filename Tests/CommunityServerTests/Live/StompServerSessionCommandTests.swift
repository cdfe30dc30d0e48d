import Community
import Stomp
import Testing

@testable import CommunityServer

@Suite("StompServerSession: commands")
struct StompServerSessionCommandTests {
    private let destination = "/app/community/threads/12/messages"

    @Test("a SEND becomes a command, and its RECEIPT comes when it is done")
    func receipt() throws {
        var script = SessionScript.established()
        let command = StompServerSession.Command(
            destination: try #require(CommandDestination(destination)),
            id: SessionScript.commandID,
            body: Array("{}".utf8)
        )
        #expect(script.send(destination, receipt: "r") == [.perform(command)])
        #expect(
            script.session.performed(nil, at: .zero) == [.send(StompFrame(.receipt, headers: ["receipt-id": "r"]))]
        )
        #expect(script.session.performed(nil, at: .zero).isEmpty)
    }

    @Test("frames wait for the command before them, and keep their order")
    func order() {
        var script = SessionScript.established()
        #expect(script.send(destination, receipt: "1").count == 1)
        #expect(script.send(destination, receipt: "2").isEmpty)
        #expect(script.receive(.disconnect, ["receipt": "3"]).isEmpty)
        let first = script.session.performed(nil, at: .zero)
        #expect(first.frames.map { $0.headers["receipt-id"] } == ["1"])
        #expect(first.count == 2)
        let second = script.session.performed(nil, at: .zero)
        #expect(second.frames.map { $0.headers["receipt-id"] } == ["2", "3"])
        #expect(second.close == "1000 ")
    }

    @Test("a refusal goes to the error queue, and the session stays")
    func refusal() throws {
        var script = SessionScript.established()
        script.subscribe(.errors, id: "e")
        script.send(destination, receipt: "r")
        let refusal = CommandRefusal(body: CommandRefused(commandId: "c", status: 403, code: "X", message: "No."))
        let actions = script.session.performed(refusal, at: .zero)
        #expect(actions.frames.map(\.command) == [.message, .receipt])
        #expect(actions.frames[0].headers["subscription"] == "e")
        #expect(try WireJSON.read(CommandRefused.self, from: actions.frames[0].body).value == refusal.body)
        #expect(actions.close == nil)
    }

    @Test("where nobody listens to the error queue a refused SEND with a receipt is an ERROR, never a RECEIPT")
    func refusalWithoutQueue() {
        var script = SessionScript.established()
        script.send(destination, receipt: "r")
        let refusal = CommandRefusal(body: CommandRefused(status: 403))
        let actions = script.session.performed(refusal, at: .zero)
        #expect(actions.frames.map(\.command) == [.error])
        #expect(actions.frames[0].headers["receipt-id"] == "r")
        #expect(actions.close != nil)
        var other = SessionScript.established()
        other.send(destination)
        #expect(other.session.performed(refusal, at: .zero).isEmpty)
    }

    @Test(
        "an unknown destination is 404",
        arguments: ["/topic/a", "", "/app/community/threads/1/x", "/app/community/threads//messages", "/queue/a"]
    )
    func unknown(destination: String) throws {
        var script = SessionScript.established()
        script.subscribe(.errors, id: "e")
        let frame = try #require(script.send(destination).frames.first)
        let body = try WireJSON.read(CommandRefused.self, from: frame.body).value
        #expect(body.status == 404)
        #expect(body.commandId == SessionScript.commandID)
    }

    @Test(
        "a command id is a UUID in lower case",
        arguments: [
            nil, "", "1", "0F8FAD5B-D9CB-469F-A165-70867728950E", "0f8fad5bd9cb469fa16570867728950e00000",
            "0f8fad5b-d9cb-469f-a165-70867728950g", "0f8fad5b-d9cb-469f-a165-70867728950e0",
        ] as [String?]
    )
    func commandID(id: String?) throws {
        var script = SessionScript.established()
        script.subscribe(.errors, id: "e")
        let frame = try #require(script.send(destination, id: id).frames.first)
        #expect(try WireJSON.read(CommandRefused.self, from: frame.body).value.status == 400)
    }

    @Test("a SEND inside a transaction is not carried out")
    func transaction() {
        var script = SessionScript.established()
        let actions = script.receive(.send, ["destination": destination, "transaction": "t"])
        #expect(actions.close != nil)
    }

    @Test("while too much waits nothing more is read")
    func backPressure() {
        var script = SessionScript.established()
        script.send(destination)
        for _ in 0..<31 { script.send(destination) }
        #expect(script.session.wantsInput)
        script.send(destination)
        #expect(!script.session.wantsInput)
        _ = script.session.performed(nil, at: .zero)
        #expect(script.session.wantsInput)
    }

    @Test("while the server drains, the command under way ends and no other begins")
    func draining() {
        var script = SessionScript.established()
        script.send(destination, receipt: "1")
        script.send(destination, receipt: "2")
        script.session.drain()
        #expect(!script.session.wantsInput)
        #expect(script.send(destination, receipt: "3").isEmpty)
        #expect(script.session.performed(nil, at: .zero).frames.map { $0.headers["receipt-id"] } == ["1"])
        #expect(script.session.leave(code: 1001, reason: "Bye").close == "1001 Bye")
    }

    @Test("what ends after the session's end is of no account")
    func late() {
        var script = SessionScript.established()
        script.send(destination, receipt: "1")
        _ = script.session.timerFired(.expiry, at: .seconds(900))
        #expect(script.session.performed(nil, at: .seconds(901)).isEmpty)
    }
}
