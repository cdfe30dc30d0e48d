import Testing

@testable import Chat

@Suite("The pages of the thread list")
struct ThreadListLoadTests {
    private func thread(_ id: Int) -> ChatThread { ChatThread(id: "\(id)", title: "T\(id)") }

    @Test("follow each other until there is no next, and name each thread once")
    func pages() {
        var load = ThreadListLoad(round: 1, workspaces: [nil])
        let second = load.received([thread(1), thread(2)], nextOffset: 2, to: load.first)
        #expect(second?.offset == 2)
        // A pinned thread comes with every page.
        let third = load.received([thread(1), thread(3)], nextOffset: nil, to: second ?? load.first)
        #expect(third == nil)
        #expect(load.result.map(\.id) == ["1", "2", "3"])
    }

    @Test("end where a server goes round in circles, or on and on")
    func bounded() {
        var load = ThreadListLoad(round: 1, workspaces: [nil])
        #expect(load.received([], nextOffset: 0, to: load.first) == nil)
        var endless = ThreadListLoad(round: 1, workspaces: [nil])
        var request: ThreadListLoad.Request? = endless.first
        var count = 0
        while let next = request {
            count += 1
            request = endless.received([], nextOffset: next.offset + 1, to: next)
        }
        #expect(count == ThreadListLoad.pageLimit)
    }

    @Test("leave out what went while they came, and keep what came")
    func meanwhile() {
        var load = ThreadListLoad(round: 1, workspaces: [nil])
        load.vanished.insert("1")
        load.appeared.insert("9")
        _ = load.received([thread(1), thread(2)], nextOffset: nil, to: load.first)
        #expect(load.result.map(\.id) == ["2"])
        #expect(load.present == ["2", "9"])
    }
}
