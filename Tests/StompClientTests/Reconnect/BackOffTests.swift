import Testing

@testable import StompClient

@Suite struct BackOffTests {
    @Test("waits double from 1 s and stay at 30 s")
    func doubling() {
        #expect((1...9).map(BackOff.seconds(attempt:)) == [1, 2, 4, 8, 16, 30, 30, 30, 30])
        #expect(BackOff.seconds(attempt: 0) == 1)
        #expect(BackOff.seconds(attempt: .max) == 30)
    }

    @Test("jitter adds at most 30 %")
    func jitter() {
        #expect(BackOff.wait(attempt: 3, chance: 0) == .seconds(4))
        #expect(BackOff.wait(attempt: 3, chance: 1) == .seconds(5.2))
    }
}
