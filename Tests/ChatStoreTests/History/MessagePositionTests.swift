import ChatStore
import Testing

@Suite("Where a message stands")
struct MessagePositionTests {
    @Test("Numbers come in their order, and before names")
    func order() {
        let positions: [MessagePosition] = [.name("b"), .number(10), .name("a"), .number(9)]
        #expect(positions.sorted() == [.number(9), .number(10), .name("a"), .name("b")])
    }
}
