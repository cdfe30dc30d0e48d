import Stomp
import Testing

@Suite("StompSession: heart-beats")
struct StompSessionHeartBeatTests {
    private func session() throws -> StompSession {
        try .connected(configuration: .init(), heartBeat: "10000,10000")
    }

    @Test("an idle writer sends one heart-beat after another, each early")
    func idle() throws {
        var session = try session()
        #expect(
            session.timerFired(.heartBeat, at: .milliseconds(6500))
                == [.sendHeartBeat, .schedule(.heartBeat, at: .seconds(13))]
        )
        session.sentBytes(at: .milliseconds(6510))
        #expect(
            session.timerFired(.heartBeat, at: .seconds(13)) == [.schedule(.heartBeat, at: .milliseconds(13_010))]
        )
        #expect(
            session.timerFired(.heartBeat, at: .milliseconds(13_010))
                == [.sendHeartBeat, .schedule(.heartBeat, at: .milliseconds(19_510))]
        )
    }

    @Test("a write puts the heart-beat off, without touching the timer")
    func busy() throws {
        var session = try session()
        session.sentBytes(at: .seconds(4))
        #expect(
            session.timerFired(.heartBeat, at: .milliseconds(6500)) == [
                .schedule(.heartBeat, at: .milliseconds(10_500))
            ]
        )
    }

    @Test("inbound traffic does not put our heart-beats off")
    func inboundTraffic() throws {
        var session = try session()
        for second in 1...6 { session.receivedBytes(at: .seconds(second)) }
        #expect(session.timerFired(.heartBeat, at: .milliseconds(6500)).first == .sendHeartBeat)
    }

    @Test("a server that is silent for twice the interval is given up")
    func silent() throws {
        var session = try session()
        session.receivedBytes(at: .seconds(3))
        #expect(session.timerFired(.silence, at: .seconds(20)) == [.schedule(.silence, at: .seconds(23))])
        #expect(
            session.timerFired(.silence, at: .seconds(23))
                == [.cancel(.heartBeat), .close(.silent(after: .seconds(20)))]
        )
    }

    @Test("while the driver does not read, the server can't be silent")
    func paused() throws {
        var session = try session()
        session.readingPaused(at: .seconds(5))
        #expect(session.timerFired(.silence, at: .seconds(20)) == [])
        #expect(session.timerFired(.heartBeat, at: .seconds(20)).first == .sendHeartBeat)
        #expect(session.readingResumed(at: .seconds(65)) == [.schedule(.silence, at: .seconds(80))])
        #expect(session.timerFired(.silence, at: .seconds(80)).last == .close(.silent(after: .seconds(20))))
    }

    @Test("a short pause leaves the running timer alone")
    func shortPause() throws {
        var session = try session()
        session.readingPaused(at: .seconds(5))
        #expect(session.readingResumed(at: .seconds(6)) == [])
        #expect(session.timerFired(.silence, at: .seconds(20)) == [.schedule(.silence, at: .seconds(21))])
    }

    @Test("a timer that was never set or was cancelled does nothing", arguments: StompSession.Timer.allCases)
    func stale(_ timer: StompSession.Timer) throws {
        var session = try StompSession.connected()
        #expect(session.timerFired(timer, at: .seconds(99)) == [])
        #expect(session.isConnected)
    }
}
