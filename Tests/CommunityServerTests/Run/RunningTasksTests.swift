import TestSupport
import Testing
import Transport

@testable import CommunityServer

@Suite("RunningTasks: the tasks of one concern", .timeLimit(.minutes(10)))
struct RunningTasksTests {
    @Test("whoever waits is told when the last has ended")
    func ending() async {
        let tasks = RunningTasks()
        let gate = AsyncStream.makeStream(of: Void.self)
        #expect(await tasks.allEnded(within: .seconds(1), clock: ManualClock()))
        for _ in 0..<3 { tasks.start { for await _ in gate.stream { return } } }
        #expect(tasks.count == 3)
        async let ended = tasks.allEnded(within: .seconds(1), clock: ManualClock())
        gate.continuation.finish()
        #expect(await ended)
        #expect(tasks.count == 0)
    }

    @Test("the wait has its limit")
    func limit() async throws {
        let clock = ManualClock()
        let tasks = RunningTasks()
        let gate = AsyncStream.makeStream(of: Void.self)
        tasks.start { for await _ in gate.stream { return } }
        async let ended = tasks.allEnded(within: .seconds(3), clock: clock)
        try await clock.timer(at: .seconds(3))
        clock.advance(by: .seconds(3))
        #expect(await ended == false)
        // Cancelling ends a wait for a stream.
        tasks.cancelAll()
        #expect(await tasks.allEnded(within: .seconds(3), clock: clock))
    }

    @Test("once closed it starts nothing")
    func closing() async {
        let tasks = RunningTasks()
        tasks.close()
        let hasRun = Locked(false)
        #expect(!tasks.start { hasRun.withLock { $0 = true } })
        #expect(await tasks.allEnded(within: .seconds(1), clock: ManualClock()))
        #expect(!hasRun.withLock { $0 })
    }
}
