import ChatStore
import Testing

@Suite("History", .timeLimit(.minutes(10)))
struct HistoryTests {
    private let folder: StoreFolder
    init() throws { folder = try StoreFolder() }

    @Test("A page is read from its end, back and forth")
    func pages() async throws {
        let store = try await folder.open()
        try await store.commit([page(1...100, isBeginning: true)])
        let end = try await store.newest(of: "t", limit: 30)
        #expect(end.messages == (71...100).map { message($0) })
        #expect(end.hasOlder && !end.isBeginning && end.gaps.isEmpty)
        let middle = try await store.older(than: .number(71), in: "t", limit: 30)
        #expect(middle.messages.map(\.id) == (41...70).map { "\($0)" })
        let start = try await store.older(than: .number(11), in: "t", limit: 30)
        #expect(start.messages.map(\.id) == (1...10).map { "\($0)" })
        #expect(!start.hasOlder && start.isBeginning)
        let forth = try await store.newer(than: nil, in: "t", limit: 60)
        #expect(forth.messages.map(\.id) == (1...60).map { "\($0)" })
        let rest = try await store.newer(than: .number(60), in: "t", limit: 60)
        #expect(rest.messages.map(\.id) == (61...100).map { "\($0)" })
        #expect(try await store.newest(of: "elsewhere", limit: 30) == StoredHistory())
        await store.close()
    }

    @Test("Everything of a message comes back")
    func roundTrip() async throws {
        let store = try await folder.open()
        let whole = StoredMessage(
            id: "m-1",
            position: .name("m-1"),
            clientID: "c",
            senderID: "9",
            sender: "민아 👩‍💻",
            text: "둘째 줄\n\u{0}끝",
            time: 1_700_000_000_123,
            editedAt: 1_700_000_000_999,
            isOwn: true,
            details: [0, 255, 7]
        )
        let bare = StoredMessage(id: "m-2", position: .name("m-2"), sender: "", text: "", time: -5)
        try await store.commit([.arrived(threadID: "t", whole), .arrived(threadID: "t", bare)])
        #expect(try await store.newest(of: "t", limit: 9).messages == [whole, bare])
        #expect(try await store.message("m-1", in: "t") == whole)
        #expect(try await store.message("m-1", in: "u") == nil)
        await store.close()
    }

    @Test("A page leaves a gap before itself, which the pages before it close")
    func closing() async throws {
        let store = try await folder.open()
        try await store.commit([page(1...3, isBeginning: true), page(8...10)])
        #expect(try await store.newest(of: "t", limit: 9).outline == [1, 2, 3, nil, 8, 9, 10])
        try await store.commit([page(6...7, before: 8)])
        #expect(try await store.newest(of: "t", limit: 9).outline == [1, 2, 3, nil, 6, 7, 8, 9, 10])
        try await store.commit([page(3...5, before: 6)])
        let whole = try await store.newest(of: "t", limit: 10)
        #expect(whole.outline == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
        #expect(whole.isBeginning)
        await store.close()
    }

    @Test("An interruption is a gap behind the newest message, which what comes live does not close")
    func interruption() async throws {
        let store = try await folder.open()
        try await store.commit([
            page(1...3, isBeginning: true), page(1...2, of: "u"), .interrupted(threadID: nil),
            .interrupted(threadID: "t"), .arrived(threadID: "t", message(6)), .arrived(threadID: "t", message(7)),
        ])
        #expect(try await store.newest(of: "t", limit: 9).outline == [1, 2, 3, nil, 6, 7])
        #expect(try await store.newest(of: "u", limit: 9).outline == [1, 2, nil])
        // One that comes late may have others on both sides.
        try await store.commit([.arrived(threadID: "t", message(5))])
        #expect(try await store.newest(of: "t", limit: 9).outline == [1, 2, 3, nil, 5, nil, 6, 7])
        try await store.commit([page(3...7)])
        #expect(try await store.newest(of: "t", limit: 9).outline == [1, 2, 3, 4, 5, 6, 7])
        // Nothing was missed.
        try await store.commit([.interrupted(threadID: "t"), page(5...7)])
        #expect(try await store.newest(of: "t", limit: 9).outline == [1, 2, 3, 4, 5, 6, 7])
        await store.close()
    }

    @Test("The gap of an interruption after a page was asked for is not the page's to close")
    func laterInterruption() async throws {
        let store = try await folder.open()
        try await store.commit([
            page(1...3), .arrived(threadID: "t", message(4)), .interrupted(threadID: "t"), page(1...3),
        ])
        #expect(try await store.newest(of: "t", limit: 9).outline == [1, 2, 3, 4, nil])
        await store.close()
    }

    @Test("A page that ends before a message that is not stored leaves a gap for it")
    func missingEnd() async throws {
        let store = try await folder.open()
        try await store.commit([page(1...3), page(10...12), page(4...6, before: 8)])
        #expect(try await store.newest(of: "t", limit: 9).outline == [1, 2, 3, nil, 4, 5, 6, nil, 10, 11, 12])
        await store.close()
    }

    @Test("An empty page that begins the thread says that nothing is missing")
    func emptyBeginning() async throws {
        let store = try await folder.open()
        func empty(before end: Int64?) -> StoreChange {
            .stretch(
                StoredStretch(threadID: "t", messages: [], end: end.map { .number($0) }, isBeginning: true)
            )
        }
        try await store.commit([empty(before: nil)])
        #expect(try await store.newest(of: "t", limit: 9).isBeginning)
        // Something may have been missed in a thread that was empty.
        try await store.commit([.interrupted(threadID: nil)])
        #expect(try await store.newest(of: "t", limit: 9).isBeginning == false)
        try await store.commit([page(4...5), empty(before: 4)])
        #expect(try await store.newest(of: "t", limit: 9).isBeginning)
        await store.close()
    }

    @Test("The same message again changes nothing, and an echo of our own takes its identifier")
    func again() async throws {
        let store = try await folder.open()
        try await store.commit([.arrived(threadID: "t", message(1)), .arrived(threadID: "t", message(1))])
        try await store.commit([.arrived(threadID: "t", message(1, clientID: "c"))])
        try await store.commit([page(1...1)])
        #expect(try await store.newest(of: "t", limit: 9).messages == [message(1, clientID: "c")])
        await store.close()
    }

    @Test("An older state never takes the place of a newer one")
    func states() async throws {
        let store = try await folder.open()
        let written = message(1, "a", details: [1])
        let edited = message(1, "b", editedAt: 20, details: [2])
        let reacted = message(1, "b", editedAt: 20, details: [3])
        let deleted = message(1, "", isDeleted: true, details: [4])
        func state(after changes: [StoreChange]) async throws -> StoredMessage? {
            try await store.commit(changes)
            return try await store.message("1", in: "t")
        }
        func change(_ message: StoredMessage) -> StoreChange { .changed(threadID: "t", message) }
        #expect(try await state(after: [change(edited)]) == nil, "what is not stored is not made up")
        #expect(try await state(after: [.arrived(threadID: "t", written), change(edited)]) == edited)
        #expect(try await state(after: [.arrived(threadID: "t", written)]) == edited)
        #expect(try await state(after: [change(reacted)]) == reacted)
        #expect(try await state(after: [change(message(1, "c", editedAt: 19))]) == reacted)
        #expect(try await state(after: [change(deleted)]) == deleted)
        #expect(try await state(after: [change(message(1, "d", editedAt: 99))]) == deleted)
        await store.close()
    }

    @Test("Messages of one millisecond, or of one position, are all there and on one page")
    func collisions() async throws {
        let store = try await folder.open()
        let sameTime = (1...50).map { message($0, time: 5) }
        try await store.commit(sameTime.map { .arrived(threadID: "t", $0) })
        #expect(try await store.newest(of: "t", limit: 50).messages == sameTime)
        let samePosition = (0..<4).map {
            StoredMessage(id: "p\($0)", position: .number($0 < 1 ? 0 : 1), sender: "", text: "", time: Int64($0))
        }
        try await store.commit(samePosition.map { .arrived(threadID: "u", $0) })
        let last = try await store.newest(of: "u", limit: 2)
        #expect(last.messages == Array(samePosition[1...]) && last.hasOlder)
        #expect(try await store.newer(than: .number(0), in: "u", limit: 2).messages == Array(samePosition[1...]))
        await store.close()
    }

    @Test("What was recorded is read by the next call, and by the next program")
    func restart() async throws {
        let first = try await folder.open()
        for number in 1...500 { first.record([.arrived(threadID: "t", message(Int64(number)))]) }
        #expect(try await first.newest(of: "t", limit: 1000).messages.count == 500)
        await first.close()
        await #expect(throws: StoreFailure.closed) { try await first.newest(of: "t", limit: 1) }
        let second = try await folder.open()
        #expect(try await second.newest(of: "t", limit: 1000).messages.count == 500)
        await second.close()
    }
}
