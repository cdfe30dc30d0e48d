import Stomp
import Testing

@Suite("StompSession: leaving")
struct StompSessionDisconnectTests {
    private let goodbye = StompFrame(.disconnect, headers: ["receipt": "receipt-0"])
    private let answer = StompFrame(.receipt, headers: ["receipt-id": "receipt-0"])

    @Test("DISCONNECT is the last frame, and its receipt ends the session")
    func answered() throws {
        var session = try StompSession.connected(configuration: .init(), heartBeat: "10000,10000")
        #expect(
            session.disconnect(at: .seconds(1))
                == [.cancel(.heartBeat), .send(goodbye), .schedule(.disconnect, at: .seconds(3))]
        )
        #expect(!session.isConnected)
        #expect(throws: StompSessionError.notConnected) { try session.send(StompFrame(.send), at: .seconds(1)) }
        #expect(session.disconnect(at: .seconds(1)) == [])
        #expect(
            session.received(answer, at: .seconds(2)) == [
                .cancel(.silence), .cancel(.disconnect), .close(.disconnected),
            ]
        )
        #expect(session.disconnect(at: .seconds(2)) == [])
    }

    @Test("without a receipt the session ends after two seconds")
    func notAnswered() throws {
        var session = try StompSession.connected()
        _ = session.disconnect(at: .seconds(1))
        #expect(session.timerFired(.disconnect, at: .seconds(3)) == [.close(.disconnected)])
        #expect(session.received(answer, at: .seconds(4)) == [])
    }

    @Test("a connection that ends meanwhile was left as well")
    func closed() throws {
        var session = try StompSession.connected()
        _ = session.disconnect(at: .zero)
        #expect(session.closed(at: .zero) == [.cancel(.disconnect), .close(.disconnected)])
    }

    @Test("receipts asked for before may still come; those that do not are lost")
    func receipts() throws {
        var session = try StompSession.connected()
        let ids = (0..<2).map { _ in session.makeReceiptID() }
        for id in ids { _ = try session.send(StompFrame(.send), receipt: id, at: .zero) }
        _ = session.disconnect(at: .zero)
        #expect(
            session.received(StompFrame(.receipt, headers: ["receipt-id": "receipt-1"]), at: .zero) == [
                .receipt(ids[1])
            ]
        )
        #expect(session.receivedMessages(at: .zero) == [.deliverMessages])
        #expect(
            session.received(StompFrame(.receipt, headers: ["receipt-id": "receipt-2"]), at: .zero)
                == [.cancel(.receipts), .cancel(.disconnect), .receiptLost(ids[0]), .close(.disconnected)]
        )
    }

    @Test("an ERROR in answer to DISCONNECT is told, and the session was left all the same")
    func error() throws {
        var session = try StompSession.connected()
        _ = session.disconnect(at: .zero)
        let frame = StompFrame(.error, headers: ["message": "Session closed."])
        #expect(
            session.received(frame, at: .zero)
                == [.serverError(StompServerError(frame)), .cancel(.disconnect), .close(.disconnected)]
        )
    }

    @Test("a session that is not up is left at once")
    func notUp() throws {
        var idle = StompSession()
        #expect(idle.disconnect(at: .zero) == [.close(.disconnected)])
        var connecting = StompSession()
        _ = try connecting.connect(at: .zero)
        #expect(connecting.disconnect(at: .zero) == [.close(.disconnected)])
        #expect(connecting.received(StompFrame(.connected), at: .zero) == [])
        var failing = try StompSession.connected()
        _ = failing.received(StompFrame(.error), at: .zero)
        #expect(failing.disconnect(at: .zero) == [.cancel(.errorClose), .close(.disconnected)])
    }
}
