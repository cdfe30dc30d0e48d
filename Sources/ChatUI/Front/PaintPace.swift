/// When the next picture may be drawn, so that a key shows at once and yet no more than 60 are drawn in a second.
///
/// What comes from the network waits until others could have come with it; what a person does waits only for the picture
/// of the key before it. Each picture shows everything.
struct PaintPace<Instant: InstantProtocol> where Instant.Duration == Duration {
    /// What a picture is wanted for.
    enum Cause: Comparable {
        case news
        case person
    }

    private var last: Instant?
    private var lastForPerson: Instant?
    private var lastWithNews: Instant?

    /// Between pictures for a person.
    static var shortest: Duration { .microseconds(16_667) }
    /// Between pictures with news. A picture for a person may stand in each of the pauses, which makes 60 a second.
    static var calm: Duration { shortest * 2 }

    /// The earliest time for the next picture; nil for at once.
    func due(for cause: Cause) -> Instant? {
        switch cause {
        case .person: lastForPerson?.advanced(by: Self.shortest)
        case .news:
            [last?.advanced(by: Self.shortest), lastWithNews?.advanced(by: Self.calm)].compactMap(\.self).max()
        }
    }

    /// Notes that a picture is drawn now, with whatever has come.
    mutating func drew(for cause: Cause, withNews: Bool, at now: Instant) {
        last = now
        if cause == .person { lastForPerson = now }
        if withNews { lastWithNews = now }
    }
}
