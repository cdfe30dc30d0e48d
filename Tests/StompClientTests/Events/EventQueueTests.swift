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
}
