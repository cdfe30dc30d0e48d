import Testing

@testable import Chat

@Suite("An open thread's older pages")
struct OpenThreadTests {
    private func page(_ ids: [Int], before: String?) -> Timeline.Page {
        let arrivals = ids.map { id in
            var message = ChatMessage(id: "\(id)", sender: "Ben", text: "m\(id)", time: Int64(id))
            message.serverID = "\(id)"
            return Timeline.Arrival(message: message, clientID: nil)
        }
        return Timeline.Page(arrivals: arrivals, hasMore: true, before: before)
    }

    private func opened(_ ids: [Int], next: String?) -> OpenThread {
        var thread = OpenThread(limit: 1000)
        _ = thread.loaded(page(ids, before: nil), for: .newest, olderBefore: next)
        return thread
    }

    /// Asks for older pages as long as there are some; how many it took.
    private func scroll(_ thread: inout OpenThread, _ answer: (String?) -> (ids: [Int], next: String?)) -> Int {
        var count = 0
        while thread.timeline.hasOlder, count < 100 {
            let before = thread.olderBefore
            let (ids, next) = answer(before)
            _ = thread.loaded(page(ids, before: before), for: .older, olderBefore: next)
            count += 1
        }
        return count
    }

    @Test("come to an end when the server answers with the same page again and again")
    func samePage() {
        var thread = opened([5], next: "5")
        #expect(scroll(&thread) { _ in ([5], "5") } == 1)
    }

    @Test("come to an end when there is never anything in them", arguments: ["5", nil])
    func emptyPages(next: String?) {
        var thread = opened([5, 6], next: "5")
        #expect(scroll(&thread) { _ in ([], next) } == 1)
        var empty = opened([], next: nil)
        #expect(scroll(&empty) { _ in ([], nil) } == 1)
    }

    @Test("come to an end when they lead back and bring nothing all the time")
    func emptyPagesForEver() {
        var thread = opened([1_000_000], next: "1000000")
        let count = scroll(&thread) { before in ([], before.flatMap { Int($0) }.map { "\($0 - 1)" }) }
        #expect(count == OpenThread.barrenLimit + 1)
    }

    @Test("go on behind a page whose messages are all hidden, and where the cursor named is of no use")
    func hiddenPage() {
        var thread = opened([500], next: "500")
        let count = scroll(&thread) { before in
            switch before {
            case "500": ([], "400")
            case "400": ([300, 350], "900")
            case "300": ([299], "200")
            default: ([], before)
            }
        }
        #expect(count == 4)
        #expect(thread.timeline.items.map(\.id) == ["299", "300", "350", "500"])
    }
}
