import Stomp
import Testing

@testable import StompClient

@Suite struct EventQueueTests {
    @Test("events come out in order, and the count of bytes returns to zero")
    func order() {
        var queue = EventQueue(limit: 10_000)
        for number in 0..<1000 { queue.append(.receipt(id: "\(number)")) }
        #expect(queue.isFull)
        for number in 0..<1000 {
            guard case .receipt(let id) = queue.popFirst() else { break }
            #expect(id == "\(number)")
        }
        #expect(queue.isEmpty && queue.byteCount == 0 && !queue.isFull)
        #expect(queue.popFirst() == nil)
    }

    @Test("lets go of an event once it is taken, though others wait behind it")
    func letsGo() {
        var kept = StompFrameBatch()
        kept.append(StompFrame(.message, headers: ["destination": "/topic/a"], body: Array("hello".utf8)))
        var queue = EventQueue(limit: 1024)
        queue.append(.messages(kept))
        queue.append(.connecting(attempt: 1))
        let isHeldWhileQueued = !kept.isUnshared()
        let isTaken = takesMessages(from: &queue)
        let isHeldAfterwards = !kept.isUnshared()
        #expect(isHeldWhileQueued && isTaken && !isHeldAfterwards)
        #expect(!queue.isEmpty)
    }

    private func takesMessages(from queue: inout EventQueue) -> Bool {
        if case .messages? = queue.popFirst() { true } else { false }
    }
}
