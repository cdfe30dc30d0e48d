import Testing

@testable import ChatUI

@Suite("The pace of pictures")
struct PaintPaceTests {
    private typealias Instant = ContinuousClock.Instant
    private let start = ContinuousClock.now

    /// Draws as soon as it may, with news always there and keys at these distances; the times of the pictures.
    private func pictures(keysEvery pause: Duration, for length: Duration) -> [(
        cause: PaintPace<Instant>.Cause, at: Instant, isWhole: Bool
    )] {
        var pace = PaintPace<Instant>()
        var drawn: [(PaintPace<Instant>.Cause, Instant, Bool)] = []
        var nextKey = start
        while true {
            let keyTime = max(nextKey, pace.due(for: .person) ?? start)
            let newsTime = max(drawn.last?.1 ?? start, pace.due(for: .news) ?? start)
            let (cause, now) = keyTime <= newsTime ? (PaintPace<Instant>.Cause.person, keyTime) : (.news, newsTime)
            guard now - start < length else { return drawn }
            let isWhole = !pace.holdsNews(for: cause, at: now)
            pace.drew(for: cause, withNews: true, isWhole: isWhole, at: now)
            drawn.append((cause, now, isWhole))
            if cause == .person { nextKey = nextKey + pause }
        }
    }

    @Test("never has more than 60 in a second", arguments: [5, 16, 17, 20, 33, 34, 40, 100, 700])
    func limit(milliseconds: Int) {
        let times = pictures(keysEvery: .milliseconds(milliseconds), for: .seconds(5)).map(\.at)
        for (index, time) in times.enumerated() {
            #expect(times[index...].prefix { $0 - time < .seconds(1) }.count <= 61)
        }
        #expect(times.count >= 145)
    }

    @Test("lets no key of a person who types wait, whatever comes")
    func keys() {
        let drawn = pictures(keysEvery: .milliseconds(40), for: .seconds(2)).filter { $0.cause == .person }
        for (number, picture) in drawn.enumerated() {
            #expect(picture.at == start + .milliseconds(40) * number)
        }
        #expect(drawn.count == 50)
    }

    @Test(
        "lets news wait no longer than for two pictures more, whatever is typed",
        arguments: [5, 16, 17, 33, 34, 40, 700]
    )
    func news(milliseconds: Int) {
        let drawn = pictures(keysEvery: .milliseconds(milliseconds), for: .seconds(5))
        let whole = drawn.filter(\.isWhole).map(\.at)
        for (earlier, later) in zip(whole, whole.dropFirst()) {
            #expect(later - earlier <= PaintPace<Instant>.calm * 2)
        }
        #expect(drawn.allSatisfy { $0.isWhole || $0.cause == .person })
    }

    @Test("shows everything with a key that comes alone")
    func aloneKey() {
        var pace = PaintPace<Instant>()
        #expect(!pace.holdsNews(for: .person, at: start))
        pace.drew(for: .news, withNews: true, at: start)
        #expect(pace.holdsNews(for: .person, at: start + .milliseconds(20)))
        #expect(!pace.holdsNews(for: .news, at: start + .milliseconds(20)))
        #expect(!pace.holdsNews(for: .person, at: start + .milliseconds(34)))
    }
}
