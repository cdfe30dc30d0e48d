import TestSupport
import Testing

@Suite("The clock of the tests", .timeLimit(.minutes(10)))
struct ManualClockTests {
    let clock = ManualClock()

    @Test("The next timer is awaited, and is the soonest when there are several")
    func nextTimer() async throws {
        let clock = clock
        async let timer = clock.nextTimer()
        let late = Task { try await clock.sleep(for: .seconds(5)) }
        #expect(try await timer.offset == .seconds(5))
        let soon = Task { try await clock.sleep(for: .seconds(2)) }
        try await clock.timer(at: .seconds(2))
        #expect(try await clock.nextTimer().offset == .seconds(2))
        clock.advance(by: .seconds(2))
        try await soon.value
        #expect(clock.deadlines.map(\.offset) == [.seconds(5)])
        clock.advance(by: .seconds(3))
        try await late.value
    }

    @Test("A test can wait until nobody sleeps any more")
    func noTimers() async throws {
        let clock = clock
        let sleeper = Task { try await clock.sleep(for: .seconds(1)) }
        try await clock.nextTimer()
        async let none = clock.timers { $0.isEmpty }
        sleeper.cancel()
        #expect(try await none.isEmpty)
        await #expect(throws: CancellationError.self) { try await sleeper.value }
    }

    @Test("Sleeping until a time that has passed returns at once, unless cancelled")
    func passed() async throws {
        clock.advance(by: .seconds(1))
        try await clock.sleep(for: .zero)
        let clock = clock
        let cancelled = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await clock.sleep(for: .zero)
        }
        await #expect(throws: CancellationError.self) { try await cancelled.value }
    }

    @Test("Waiting for a timer ends when the task is cancelled")
    func cancel() async throws {
        let clock = clock
        let waiting = Task { try await clock.nextTimer() }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
    }
}
