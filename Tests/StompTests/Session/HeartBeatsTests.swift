import Testing

@testable import Stomp

@Suite("Heart-beats")
struct HeartBeatsTests {
    @Test(
        "a header of two numbers of milliseconds is an offer",
        arguments: [
            ("0,0", 0, 0), ("10000,5000", 10000, 5000), (" 1 , 2 ", 1, 2), ("007,0", 7, 0),
            ("2147483647,1", 2_147_483_647, 1),
        ]
    )
    func offer(_ header: String, _ sends: Int, _ wants: Int) {
        #expect(
            HeartBeatOffer(headerValue: header)
                == HeartBeatOffer(sends: .milliseconds(sends), wants: .milliseconds(wants))
        )
    }

    @Test(
        "anything else is none",
        arguments: [
            "", ",", "1", "1,", ",1", "x,1", "1,2,3", "-1,0", "+1,0", "1.5,0", "1 0,0", "2147483648,0",
            "99999999999999999999,0", "\u{661},1", "1,\n2",
        ]
    )
    func malformed(_ header: String) {
        #expect(HeartBeatOffer(headerValue: header) == nil)
    }

    @Test("an offer is written in whole milliseconds; what is not zero never becomes zero")
    func written() {
        #expect(HeartBeatOffer(sends: .seconds(10), wants: .zero).headerValue == "10000,0")
        #expect(HeartBeatOffer(sends: .microseconds(1), wants: .microseconds(2700)).headerValue == "1,2")
        #expect(HeartBeatOffer(sends: .seconds(-1), wants: .seconds(1 << 40)).headerValue == "0,2147483647")
    }

    @Test(
        "the slower of both counts, and none where one side says zero",
        arguments: [
            // ours, theirs, what we send at, what we wait for
            ("10000,10000", "10000,10000", 10000, 10000), ("10000,10000", "0,0", 0, 0),
            ("10000,10000", "0,5000", 10000, 0),
            ("10000,10000", "5000,0", 0, 10000), ("1000,2000", "3000,4000", 4000, 3000), ("0,0", "5000,5000", 0, 0),
            ("20000,0", "0,15000", 20000, 0),
        ]
    )
    func agreement(_ ours: String, _ theirs: String, _ sends: Int, _ receives: Int) throws {
        let beats = HeartBeats(
            ours: try #require(HeartBeatOffer(headerValue: ours)),
            theirs: try #require(HeartBeatOffer(headerValue: theirs)),
            at: .zero
        )
        #expect(beats.sendInterval == .milliseconds(sends))
        #expect(beats.receiveInterval == .milliseconds(receives))
    }

    private func beats(at now: Duration = .zero) -> HeartBeats {
        let offer = HeartBeatOffer(sends: .seconds(10), wants: .seconds(10))
        return HeartBeats(ours: offer, theirs: offer, at: now)
    }

    @Test("one is due at 65 % of the interval behind the last write")
    func sendDue() {
        var beats = beats(at: .seconds(100))
        #expect(beats.sendDue == .milliseconds(106_500))
        beats.sent(at: .seconds(103))
        #expect(beats.sendDue == .milliseconds(109_500))
    }

    @Test("silence is too long after twice the interval behind the last read")
    func silenceDue() {
        var beats = beats(at: .seconds(100))
        #expect(beats.silenceDue == .seconds(120))
        beats.received(at: .seconds(103))
        #expect(beats.silenceDue == .seconds(123))
    }

    @Test("the time in which nothing was read does not count")
    func pause() {
        var beats = beats()
        beats.received(at: .seconds(5))
        beats.pause(at: .seconds(8))
        beats.pause(at: .seconds(30))
        #expect(beats.silenceDue == nil)
        beats.resume(at: .seconds(68))
        #expect(beats.silenceDue == .seconds(85))
        beats.resume(at: .seconds(80))
        #expect(beats.silenceDue == .seconds(85))
    }

    @Test("where nothing was agreed nothing is ever due")
    func none() {
        let beats = HeartBeats(ours: .none, theirs: .none, at: .zero)
        #expect(beats.sendDue == nil)
        #expect(beats.silenceDue == nil)
    }
}
