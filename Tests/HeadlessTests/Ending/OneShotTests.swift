import TestSupport
import Testing

@testable import Headless

@Suite("What is decided once", .timeLimit(.minutes(10)))
struct OneShotTests {
    @Test("is the first value for everybody, before and after")
    func first() async {
        let shot = OneShot<Int>()
        let waiting = (0..<10).map { _ in Task { await shot.wait() } }
        #expect(shot.value == nil)
        #expect(shot.decide(1))
        #expect(!shot.decide(2))
        for task in waiting { #expect(await task.value == 1) }
        #expect(await shot.wait() == 1)
    }

    @Test("is waited for no longer than the limit")
    func limit() async {
        let clock = ManualClock()
        let never = OneShot<Void>()
        let waiter = Task { await within(.seconds(5), on: clock) { await never.wait() } }
        _ = try? await clock.nextTimer()
        clock.advance(by: .seconds(5))
        await waiter.value
        never.decide(())
    }

    @Test("ends with the first cause only")
    func stop() async {
        let stop = Stop()
        #expect(stop.cause == nil)
        #expect(stop.end(with: .timedOut))
        #expect(!stop.end(with: .interrupted))
        #expect(await stop.wait() == .timedOut)
    }
}
