/// Takes for a paste what comes at once with line ends in the middle, from terminals that don't mark pastes, such as the
/// Linux console: its lines would be sent one by one otherwise.
struct PasteBurst: Sendable {
    /// Fewer keys may have been typed while the line was slow.
    static let leastKeys = 5
    /// What follows a burst so soon goes on with it.
    static let pause = Duration.milliseconds(50)

    /// Whether the terminal marks pastes.
    private var isMarking: Bool
    private var last: ContinuousClock.Instant?

    /// - Parameter isMarked: whether the terminal was asked to mark pastes. What comes at once is typed then, by a person on
    ///   a slow line or by a program, and each of its lines counts.
    init(isMarked: Bool = false) { isMarking = isMarked }

    /// - Parameter keys: what one read has brought.
    /// - Returns: the same, or the paste that it is.
    mutating func settled(_ keys: [Key], at now: ContinuousClock.Instant) -> [Key] {
        if isMarking || keys.isEmpty { return keys }
        isMarking = keys.contains { if case .paste = $0 { true } else { false } }
        let goesOn = last.map { now - $0 < PasteBurst.pause } ?? false
        last = nil
        guard !isMarking, let text = PasteBurst.text(of: keys),
            goesOn || (keys.count >= PasteBurst.leastKeys && text.hasLineEndInside)
        else { return keys }
        last = now
        return [.paste(text)]
    }

    /// What the keys write; nil when one of them writes nothing.
    private static func text(of keys: [Key]) -> String? {
        var text = ""
        var wasReturn = false
        for key in keys {
            switch key {
            case .character(let letter): text.append(letter)
            case .named(.tab, []): text.append("\t")
            case .named(.enter, []): text.append("\n")
            // LF, which belongs to a CR before it.
            case .control("j"): if !wasReturn { text.append("\n") }
            default: return nil
            }
            wasReturn = key == .named(.enter)
        }
        return text
    }
}

extension String {
    /// Whether something stands behind a line end.
    fileprivate var hasLineEndInside: Bool {
        firstIndex(of: "\n").map { self[$0...].contains { $0 != "\n" } } ?? false
    }
}
