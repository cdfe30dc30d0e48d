import FoundationEssentials
import StompClient
import TestSupport
import Testing
import Transport

@Suite("A port that takes connections and says nothing", .timeLimit(.minutes(10)))
struct SilentPortTests {
    @Test("is given up once an answer has taken 15 s, and the step that was not answered is named")
    func silent() async throws {
        let clock = ManualClock()
        let transport = MemoryTransport(clock: clock)
        let probe = UpgradeProbe(
            URL(string: "ws://broker.test:15674/ws") ?? URL(filePath: "/"),
            transport: transport,
            settings: ConnectionSettings(),
            token: nil,
            clock: clock
        )
        let asking = Task { () -> ConnectionFailure? in
            do throws(ConnectionFailure) {
                _ = try await probe.answer()
                return nil
            } catch {
                return error
            }
        }
        let peer = try await transport.nextConnection()
        // It has asked, and nobody answers.
        #expect(try await peer.nextBytes().isEmpty == false)
        try await clock.timer(at: .seconds(15))
        clock.advance(by: .seconds(15))
        let failure = await asking.value
        #expect(failure == .timedOut(step: .upgrading, after: .seconds(15)))
    }
}
