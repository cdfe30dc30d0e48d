import Testing

@testable import CommunityServer

@Suite("Deadlines: many timers")
struct DeadlinesTests {
    @Test("they come in the order of their times")
    func order() {
        var deadlines = Deadlines<Int>()
        // A permutation of 0 to 100.
        for index in 0..<101 { deadlines.set(index * 37 % 101, at: .seconds(index * 37 % 101)) }
        #expect(deadlines.next == .zero)
        var fired: [Int] = []
        while let key = deadlines.popDue(at: .seconds(1000)) { fired.append(key) }
        #expect(fired == Array(0..<101))
        #expect(deadlines.next == nil)
    }

    @Test("one that is set anew or forgotten does not come at its old time")
    func moving() {
        var deadlines = Deadlines<String>()
        deadlines.set("a", at: .seconds(1))
        deadlines.set("a", at: .seconds(3))
        deadlines.set("b", at: .seconds(1))
        deadlines.cancel("b")
        #expect(deadlines.popDue(at: .seconds(2)) == nil)
        #expect(deadlines.popDue(at: .seconds(3)) == "a")
        #expect(deadlines.popDue(at: .seconds(4)) == nil)
    }

    @Test("setting one again and again leaves nothing behind")
    func sweeping() {
        var deadlines = Deadlines<Int>()
        for round in 0..<100_000 { deadlines.set(round % 10, at: .seconds(round)) }
        #expect(deadlines.count == 10)
        var fired = 0
        while deadlines.popDue(at: .seconds(1_000_000)) != nil { fired += 1 }
        #expect(fired == 10)
    }
}
