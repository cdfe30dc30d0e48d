/// When the next picture may be drawn, so that a key shows at once and yet no more than 60 are drawn in a second.
///
/// What comes from the network waits until others could have come with it; what a person does waits only for the picture
/// of the key before it. A picture for a key leaves news for the next one where many come, since drawing them takes longer.
struct PaintPace<Instant: InstantProtocol> where Instant.Duration == Duration {
    /// What a picture is wanted for.
    enum Cause: Comparable {
        case news
        case person
    }

    private var last: Instant?
    private var lastForPerson: Instant?
    private var lastWithNews: Instant?
    private var lastWhole: Instant?

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

    /// Whether a picture at this time leaves the news that wait for a later one.
    func holdsNews(for cause: Cause, at now: Instant) -> Bool {
        guard cause == .person, let lastWhole else { return false }
        return now < lastWhole.advanced(by: Self.calm)
    }

    /// Notes that a picture is drawn now.
    ///
    /// - Parameter withNews: whether there were news, shown or held back.
    mutating func drew(for cause: Cause, withNews: Bool, isWhole: Bool = true, at now: Instant) {
        last = now
        if cause == .person { lastForPerson = now }
        if withNews { lastWithNews = now }
        if isWhole { lastWhole = now }
    }
}
