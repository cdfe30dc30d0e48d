import Chat
import Testing

@testable import ChatUI

@Suite("A timeline")
struct TimelineTests {
    @Test("drops the oldest entries past its limit and keeps their serial numbers")
    func limit() {
        var timeline = Timeline()
        for number in 0..<(Timeline.limit * 2) { timeline.append(.message(ChatScript.message("\(number)"))) }
        #expect(timeline.entries.count <= Timeline.limit + 500)
        #expect(timeline.entries.count >= Timeline.limit)
        #expect(timeline.endSerial == Timeline.limit * 2)
        #expect(timeline[timeline.firstSerial - 1] == nil)
        guard case .message(let message)? = timeline[timeline.firstSerial] else { return #expect(Bool(false)) }
        #expect(message.text == "\(timeline.firstSerial)")
    }

    @Test("is bounded in bytes too, whatever the size of the messages")
    func bytes() {
        var timeline = Timeline()
        let long = String(repeating: "한", count: 100_000)
        for _ in 0..<600 { timeline.append(.message(ChatScript.message(long))) }
        let total = timeline.entries.reduce(0) {
            if case .message(let message) = $1 { $0 + message.text.utf8.count } else { $0 }
        }
        #expect(total <= Timeline.byteLimit)
        guard case .message(let message)? = timeline.entries.last else { return #expect(Bool(false)) }
        #expect(message.text.utf8.count < Timeline.textLimit + 100)
        #expect(message.text.hasSuffix("… (234464 more bytes)"))
    }

    @Test("follows its own messages and lists the failed ones in order")
    func deliveries() {
        var timeline = Timeline()
        for id in ["a", "b", "c"] { timeline.append(.message(ChatScript.own(id, .sending, id: id))) }
        var result = timeline.deliver("c", .failed(reason: "x"))
        #expect(result)
        result = timeline.deliver("a", .failed(reason: "y"))
        #expect(result)
        result = timeline.deliver("b", .delivered)
        #expect(result)
        result = timeline.deliver("nobody", .delivered)
        #expect(!result)
        #expect(timeline.failedIDs == ["a", "c"])
    }
}
