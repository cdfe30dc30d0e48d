import Stomp
import Testing

@testable import StompClient

@Suite struct StreamReadingTests {
    @Test(
        "the place to start is named as RabbitMQ wants it",
        arguments: [
            (StreamStart.first, "first"), (.last, "last"), (.next, "next"), (.offset(7), "offset=7"),
            (.timestamp(1_700_000_000), "timestamp=1700000000"),
        ]
    )
    func start(start: StreamStart, value: String) {
        let headers = StreamReading(from: start, prefetch: 10).headers
        #expect(headers["x-stream-offset"] == value)
        #expect(headers["x-queue-type"] == "stream")
        #expect(headers["prefetch-count"] == "10")
        #expect(StreamStart(headerValue: value) == start)
    }

    @Test("what names no place is none", arguments: ["", "7", "offset=", "offset=-1", "time=3", "lastest"])
    func noStart(value: String) {
        #expect(StreamStart(headerValue: value) == nil)
    }

    @Test("after messages, reading goes on behind the last")
    func goesOn() {
        var reading = StreamReading(from: .first, prefetch: 10)
        for offset: UInt64 in 40...42 { _ = reading.received(offset) }
        #expect(reading.headers["x-stream-offset"] == "offset=43")
    }

    @Test("a message that was there already does not count, and takes nothing back")
    func repeated() {
        var reading = StreamReading(from: .first, prefetch: 10)
        #expect(reading.received(5).isNew)
        #expect(!reading.received(5).isNew)
        #expect(!reading.received(3).isNew)
        #expect(reading.received(6).isNew)
        #expect(reading.headers["x-stream-offset"] == "offset=7")
    }

    @Test("half of what may be ahead is acknowledged at once, and a new session owes nothing of the former")
    func acknowledgements() {
        var reading = StreamReading(from: .first, prefetch: 4)
        let outcomes = (0..<4).map { reading.received(UInt64($0)).isAcknowledged }
        #expect(outcomes == [false, true, false, true])
        _ = reading.received(4)
        reading.sessionBegan()
        #expect(!reading.received(5).isAcknowledged)
    }

    @Test("a broker that sends only one ahead hears of each")
    func one() {
        var reading = StreamReading(from: .first, prefetch: 1)
        #expect(reading.received(0).isAcknowledged)
        #expect(reading.received(1).isAcknowledged)
    }
}
