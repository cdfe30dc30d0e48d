import Synchronization
import Testing

@testable import ChatStore

@Suite("What waits to be kept")
struct WaitingTests {
    private let full = StoreFailure.diskFull(path: "p")

    @Test("So much may wait, and what is larger than that alone")
    func limit() {
        var waiting = Waiting()
        var admitted = [Waiting.limit * 2, 1].map { waiting.admit($0) }
        #expect(admitted == [true, false])
        waiting.leave(Waiting.limit * 2)
        admitted = [Waiting.limit - 1, 1, 1].map { waiting.admit($0) }
        #expect(admitted == [true, true, false])
    }

    @Test("Who hands over much waits until some of it is kept, and not for all of it")
    func patience() {
        final class Count: Sendable {
            let value = Atomic(0)
        }
        let count = Count()
        let goOn: @Sendable () -> Void = { count.value.add(1, ordering: .relaxed) }
        var waiting = Waiting()
        _ = waiting.admit(Waiting.limit / 2)
        var waits = waiting.isMuch(goOn)
        #expect(!waits)
        _ = waiting.admit(1 << 20)
        waits = waiting.isMuch(goOn)
        #expect(waits)
        waits = waiting.isMuch(goOn)
        #expect(waits)
        for goOn in waiting.leave(1 << 19) { goOn() }
        #expect(count.value.load(ordering: .relaxed) == 0)
        for goOn in waiting.leave(1 << 19) { goOn() }
        #expect(count.value.load(ordering: .relaxed) == 2)
        for goOn in waiting.leave(Waiting.limit / 2) { goOn() }
        #expect(count.value.load(ordering: .relaxed) == 2, "each goes on once")
    }

    @Test("History is let go and leaves a gap; what exists nowhere else is tried again, of a draft the last")
    func retries() {
        var waiting = Waiting()
        let draft = StoredDraft(text: "b", cursor: 0)
        waiting.lost(
            [
                .draft(threadID: "t", StoredDraft(text: "a", cursor: 0)), .arrived(threadID: "t", message(1)),
                .outboxState(outboxID: "x", .uncertain), .draft(threadID: "t", draft),
                .delivered(outboxID: "y", threadID: "t", message(2)),
            ],
            for: full
        )
        var retries = waiting.takeRetries()
        #expect(
            retries == [
                .outboxState(outboxID: "x", .uncertain), .draft(threadID: "t", draft),
                .delivered(outboxID: "y", threadID: "t", nil), .interrupted(threadID: nil),
            ]
        )
        retries = waiting.takeRetries()
        #expect(retries == [])
        waiting.lost([.draft(threadID: "t", draft)], for: .database(detail: "", statement: ""))
        retries = waiting.takeRetries()
        #expect(retries == [], "what the database refuses as such is refused again")
        waiting.lost((0..<5000).map { .withdrawn(outboxID: "\($0)") }, for: full)
        retries = waiting.takeRetries()
        #expect(retries.count == 1000)
    }

    @Test("A failure is news once, until something was kept")
    func news() {
        var waiting = Waiting()
        let news = [full, full, .busy(path: "p")].map { waiting.isNews($0) }
        #expect(news == [true, false, true])
        let isOver = waiting.kept()
        #expect(isOver)
        let isNewsAgain = waiting.isNews(full)
        #expect(isNewsAgain)
        // While something is still to be tried again, nothing is over.
        waiting.lost([.withdrawn(outboxID: "x")], for: full)
        let isOverTooSoon = waiting.kept()
        #expect(!isOverTooSoon)
    }
}
