import Stomp
import Testing

@testable import StompClient

@Suite("Batches that were lent")
struct LentBatchesTests {
    private func batch(of count: Int) -> StompFrameBatch {
        var batch = StompFrameBatch()
        batch.append(StompFrame(.message, body: Array(repeating: 0x61, count: count)))
        return batch
    }

    @Test("are used again once they are back")
    func again() {
        var lent = LentBatches()
        lent.lend(batch(of: 100_000))
        #expect(!lent.isEmpty)
        let next = lent.next(reserving: 10)
        #expect(next.isEmpty && lent.isEmpty)
    }

    @Test("give their memory back in a pause, and not while more are lent")
    func pause() {
        var lent = LentBatches()
        lent.lend(batch(of: 1_000))
        #expect(lent.isEmpty, "small ones are not worth it")
        var isDone: [Bool] = []
        for count in [2, 1, 0] {
            for _ in 0..<count { lent.lend(batch(of: 100_000)) }
            isDone.append(lent.giveBack())
        }
        #expect(isDone == [false, false, true])
        #expect(lent.isEmpty)
    }
}
