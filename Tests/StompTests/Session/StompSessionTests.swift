import Stomp
import Testing

@Suite("StompSession: being up")
struct StompSessionTests {
    @Test("nothing can be asked of a session that is not up")
    func notConnected() throws {
        var session = StompSession()
        #expect(throws: StompSessionError.notConnected) { try session.send(StompFrame(.send), at: .zero) }
        _ = try session.connect(at: .zero)
        #expect(throws: StompSessionError.notConnected) { try session.subscribe(id: "s", destination: "/a", at: .zero) }
        #expect(session.closed(at: .zero) == [.close(.lost)])
        #expect(throws: StompSessionError.notConnected) { try session.begin(transaction: "t", at: .zero) }
    }

    @Test("a subscription is made, once, and ended, once")
    func subscribe() throws {
        var session = try StompSession.connected()
        let extra: StompHeaders = ["x": "1", "id": "other"]
        #expect(
            try session.subscribe(id: "s", destination: "/a", headers: extra, acknowledgement: .client, at: .zero)
                == [
                    .send(StompFrame(.subscribe, headers: ["id": "s", "destination": "/a", "ack": "client", "x": "1"]))
                ]
        )
        #expect(throws: StompSessionError.duplicateSubscription(id: "s")) {
            try session.subscribe(id: "s", destination: "/b", at: .zero)
        }
        #expect(try session.unsubscribe(id: "s", at: .zero) == [.send(StompFrame(.unsubscribe, headers: ["id": "s"]))])
        #expect(throws: StompSessionError.unknownSubscription(id: "s")) { try session.unsubscribe(id: "s", at: .zero) }
        #expect(try session.subscribe(id: "s", destination: "/a", at: .zero).count == 1)
    }

    @Test("a request that fails changes nothing")
    func failureChangesNothing() throws {
        var session = try StompSession.connected(version: .v1_1)
        let receipt = session.makeReceiptID()
        #expect(throws: StompSessionError.unsendableHeader(name: "destination")) {
            try session.subscribe(id: "s", destination: "/a\r", receipt: receipt, at: .zero)
        }
        #expect(session.pendingReceiptCount == 0)
        #expect(try session.subscribe(id: "s", destination: "/a", receipt: receipt, at: .zero).count == 2)
    }

    @Test("SEND goes out as it is, and only SEND")
    func send() throws {
        var session = try StompSession.connected()
        let frame = StompFrame(.send, headers: ["destination": "/a"], body: [0x61])
        #expect(try session.send(frame, at: .zero) == [.send(frame)])
        #expect(throws: StompSessionError.commandNotAllowed(.connect)) {
            try session.send(StompFrame(.connect), at: .zero)
        }
        #expect(throws: StompSessionError.unsendableHeader(name: "")) {
            try session.send(StompFrame(.send, headers: ["": ""]), at: .zero)
        }
    }

    @Test("a body that needs content-length is refused where it is left out")
    func bodyNeedsContentLength() throws {
        var session = try StompSession.connected(
            configuration: .init(heartBeatSend: .zero, heartBeatReceive: .zero, omitsContentLength: true)
        )
        #expect(throws: StompSessionError.bodyNeedsContentLength) {
            try session.send(StompFrame(.send, body: [0]), at: .zero)
        }
        let frame = StompFrame(.send, body: [0x61])
        #expect(try session.send(frame, at: .zero) == [.send(frame)])
        #expect(try session.bytes(of: frame) == Array("SEND\n\na\0".utf8))
    }

    @Test("transactions begin, hold messages and end")
    func transactions() throws {
        var session = try StompSession.connected()
        let frame = StompFrame(.send, headers: ["destination": "/a", "transaction": "t"])
        #expect(throws: StompSessionError.unknownTransaction("t")) { try session.send(frame, at: .zero) }
        #expect(
            try session.begin(transaction: "t", at: .zero) == [.send(StompFrame(.begin, headers: ["transaction": "t"]))]
        )
        #expect(throws: StompSessionError.duplicateTransaction("t")) { try session.begin(transaction: "t", at: .zero) }
        #expect(try session.send(frame, at: .zero) == [.send(frame)])
        #expect(
            try session.commit(transaction: "t", at: .zero) == [
                .send(StompFrame(.commit, headers: ["transaction": "t"]))
            ]
        )
        #expect(throws: StompSessionError.unknownTransaction("t")) { try session.abort(transaction: "t", at: .zero) }
        _ = try session.begin(transaction: "t", at: .zero)
        #expect(
            try session.abort(transaction: "t", at: .zero) == [.send(StompFrame(.abort, headers: ["transaction": "t"]))]
        )
    }

    @Test("runs of messages are delivered while the session is up")
    func messages() throws {
        var session = try StompSession.connected()
        #expect(session.receivedMessages(at: .zero) == [.deliverMessages])
        #expect(session.received(StompFrame(.message), at: .zero) == [.deliverMessages])
    }

    @Test("a second CONNECTED ends the session")
    func secondConnected() throws {
        var session = try StompSession.connected()
        #expect(
            session.received(StompFrame(.connected), at: .zero) == [
                .close(.protocolViolation("a second CONNECTED came"))
            ]
        )
    }

    @Test(
        "a frame that only a client may send ends the session",
        arguments: StompCommand.allCases.filter { ![.connected, .message, .receipt, .error].contains($0) }
    )
    func clientFrame(_ command: StompCommand) throws {
        var session = try StompSession.connected()
        let reason = "the server sent \(command.rawValue), which only a client may"
        #expect(session.received(StompFrame(command), at: .zero) == [.close(.protocolViolation(reason))])
        #expect(!session.isConnected)
    }

    @Test("an ERROR ends the session: timers stop, receipts end, nothing is delivered any more")
    func serverError() throws {
        var session = try StompSession.connected(configuration: .init(), heartBeat: "10000,10000")
        _ = try session.send(StompFrame(.send), receipt: ReceiptID(rawValue: "a"), at: .zero)
        _ = try session.send(StompFrame(.send), receipt: ReceiptID(rawValue: "b"), at: .zero)
        let frame = StompFrame(.error, headers: ["message": "not_found", "receipt-id": "b"])
        let error = StompServerError(frame)
        #expect(
            session.received(frame, at: .seconds(1)) == [
                .cancel(.heartBeat), .cancel(.silence), .cancel(.receipts), .serverError(error),
                .receiptRefused(ReceiptID(rawValue: "b"), error), .receiptLost(ReceiptID(rawValue: "a")),
                .schedule(.errorClose, at: .seconds(2)),
            ]
        )
        #expect(!session.isConnected)
        #expect(session.receivedMessages(at: .seconds(1)) == [])
        #expect(session.received(StompFrame(.receipt, headers: ["receipt-id": "a"]), at: .seconds(1)) == [])
        #expect(session.closed(at: .seconds(1)) == [.cancel(.errorClose), .close(.serverError(error))])
    }

    @Test("a lost connection ends receipts and timers before it is told")
    func lost() throws {
        var session = try StompSession.connected(configuration: .init(), heartBeat: "10000,10000")
        _ = try session.send(StompFrame(.send), receipt: ReceiptID(rawValue: "a"), at: .zero)
        #expect(
            session.closed(at: .seconds(1)) == [
                .cancel(.heartBeat), .cancel(.silence), .cancel(.receipts), .receiptLost(ReceiptID(rawValue: "a")),
                .close(.lost),
            ]
        )
        #expect(session.timerFired(.heartBeat, at: .seconds(99)) == [])
    }
}
