import Testing

@testable import Stomp

@Suite("Pending receipts")
struct PendingReceiptsTests {
    private static let ids = (0..<4).map { ReceiptID(rawValue: "r\($0)") }
    private var ids: [ReceiptID] { Self.ids }

    private func waiting() -> PendingReceipts {
        var receipts = PendingReceipts(timeout: .seconds(10))
        for (second, id) in ids.enumerated() { receipts.expect(id, at: .seconds(second)) }
        return receipts
    }

    @Test("the oldest is due first")
    func due() {
        var receipts = waiting()
        #expect(receipts.due == .seconds(10))
        #expect(receipts.received(ids[1]) == true)
        #expect(receipts.due == .seconds(10))
        #expect(receipts.received(ids[0]) == true)
        #expect(receipts.due == .seconds(12))
    }

    @Test("a receipt comes once")
    func once() {
        var receipts = waiting()
        #expect(receipts.received(ids[2]) == true)
        #expect(receipts.received(ids[2]) == false)
        #expect(receipts.received(ReceiptID(rawValue: "other")) == false)
        #expect(receipts.count == 3)
    }

    @Test("those that are overdue leave, and no others")
    func expire() {
        var receipts = waiting()
        #expect(receipts.received(ids[1]) == true)
        #expect(receipts.expire(at: .milliseconds(9_999)) == [])
        #expect(receipts.expire(at: .seconds(12)) == [ids[0], ids[2]])
        #expect(receipts.due == .seconds(13))
        #expect(receipts.expire(at: .seconds(99)) == [ids[3]])
        #expect(receipts.due == nil)
    }

    @Test("all that are left can be lost, in their order")
    func lose() {
        var receipts = waiting()
        #expect(receipts.received(ids[1]) == true)
        #expect(receipts.loseAll() == [ids[0], ids[2], ids[3]])
        #expect(receipts.loseAll() == [])
        #expect(receipts.count == 0)
    }

    @Test("an id that comes again waits for its own time")
    func again() {
        var receipts = waiting()
        #expect(receipts.received(ids[1]) == true)
        receipts.expect(ids[1], at: .seconds(50))
        #expect(receipts.received(ids[0]) == true)
        #expect(receipts.due == .seconds(12))
        #expect(receipts.expire(at: .seconds(20)) == [ids[2], ids[3]])
        #expect(receipts.loseAll() == [ids[1]])
    }

    @Test("a long run of receipts keeps no memory of those that left")
    func longRun() {
        var receipts = PendingReceipts(timeout: .seconds(10))
        for number in 0..<10_000 {
            let id = ReceiptID(rawValue: "\(number)")
            receipts.expect(id, at: .seconds(number))
            #expect(receipts.received(id) == true)
            #expect(receipts.due == nil)
        }
        #expect(receipts.loseAll() == [])
    }
}
