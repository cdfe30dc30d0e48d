import Stomp
import Testing

@Suite("StompSession: receipts")
struct StompSessionReceiptTests {
    private let frame = StompFrame(.send, headers: ["destination": "/a"])

    @Test("a receipt that comes is told, and its timer stops")
    func received() throws {
        var session = try StompSession.connected()
        let id = session.makeReceiptID()
        let sent = StompFrame(.send, headers: ["destination": "/a", "receipt": id.rawValue])
        #expect(
            try session.send(frame, receipt: id, at: .seconds(1))
                == [.send(sent), .schedule(.receipts, at: .seconds(16))]
        )
        let receipt = StompFrame(.receipt, headers: ["receipt-id": id.rawValue], body: Array("{}".utf8))
        #expect(session.received(receipt, at: .seconds(2)) == [.receipt(id), .cancel(.receipts)])
        #expect(session.received(receipt, at: .seconds(2)) == [.notice(.unexpectedReceipt(id))])
    }

    @Test("ids do not repeat and begin as configured")
    func ids() {
        var session = StompSession(configuration: .init(receiptPrefix: "r"))
        let ids = (0..<2).map { _ in session.makeReceiptID().rawValue }
        #expect(ids == ["r0", "r1"])
    }

    @Test("one timer serves all receipts; each is told as timed out at its own time")
    func timedOut() throws {
        var session = try StompSession.connected()
        let ids = (0..<3).map { _ in session.makeReceiptID() }
        #expect(try session.send(frame, receipt: ids[0], at: .seconds(1)).count == 2)
        #expect(try session.send(frame, receipt: ids[1], at: .seconds(2)).count == 1)
        #expect(try session.send(frame, receipt: ids[2], at: .seconds(2)).count == 1)
        #expect(
            session.timerFired(.receipts, at: .seconds(16))
                == [.receiptTimedOut(ids[0]), .schedule(.receipts, at: .seconds(17))]
        )
        #expect(
            session.timerFired(.receipts, at: .seconds(17)) == [.receiptTimedOut(ids[1]), .receiptTimedOut(ids[2])]
        )
        #expect(
            session.received(StompFrame(.receipt, headers: ["receipt-id": ids[0].rawValue]), at: .seconds(18))
                == [.notice(.unexpectedReceipt(ids[0]))]
        )
    }

    @Test("a receipt that the caller asked for in a header is waited for as well")
    func callersHeader() throws {
        var session = try StompSession.connected()
        let own = StompFrame(.send, headers: ["receipt": "mine"])
        #expect(try session.send(own, at: .zero) == [.send(own), .schedule(.receipts, at: .seconds(15))])
        #expect(
            session.closed(at: .zero) == [.cancel(.receipts), .receiptLost(ReceiptID(rawValue: "mine")), .close(.lost)]
        )
    }

    @Test("a receipt is waited for once, and not more than the limit of them")
    func limits() throws {
        var session = try StompSession.connected(
            configuration: .init(heartBeatSend: .zero, heartBeatReceive: .zero, receiptLimit: 1)
        )
        let id = session.makeReceiptID()
        _ = try session.send(frame, receipt: id, at: .zero)
        #expect(throws: StompSessionError.duplicateReceipt(id)) { try session.send(frame, receipt: id, at: .zero) }
        let next = session.makeReceiptID()
        #expect(throws: StompSessionError.tooManyReceipts(limit: 1)) {
            try session.send(frame, receipt: next, at: .zero)
        }
    }

    @Test("a RECEIPT that names nothing does no harm")
    func withoutID() throws {
        var session = try StompSession.connected()
        #expect(session.received(StompFrame(.receipt), at: .zero) == [.notice(.receiptWithoutID)])
        #expect(session.isConnected)
    }
}
