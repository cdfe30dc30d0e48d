public import Terminal

/// When and how a person is told of messages that they don't see come.
public struct NotificationSettings: Sendable, Equatable {
    /// Which focus of the terminal lets a person be told.
    public enum Moment: String, Sendable, CaseIterable {
        /// The terminal has said that it lost the focus.
        case unfocused
        /// The same; a terminal that never says whether it has the focus counts as one that has none.
        case unknown
        /// Always, except for the thread that is being read.
        case always
    }

    /// How the terminal tells.
    public var ways: [TerminalAlert.Way] = [.bell]
    /// A program and its arguments, run for each without a shell and given the message as JSON; empty for none.
    public var command: [String] = []
    public var moment = Moment.unfocused
    /// Whether mentions of the person are told.
    public var mentions = true
    /// Whether direct messages are told.
    public var direct = true
    /// Threads of which every message is told, by title or identifier.
    public var watched: [String] = []
    /// Whether neither names nor texts are told.
    public var hidesContent = false
    /// When nothing is told.
    public var quietHours: QuietHours?
    /// Whether nothing is told until the person says otherwise.
    public var doesNotDisturb = false

    /// The usual ones.
    public init() {}
}

/// A part of every day.
public struct QuietHours: Sendable, Equatable {
    /// Minutes from midnight; the end may be smaller, which is on the next day.
    let start: Int
    let end: Int

    /// Reads `22:00-07:30`; nil for anything else.
    public init?(_ text: String) {
        let ends = text.split(separator: "-", omittingEmptySubsequences: false).map(QuietHours.minutes)
        guard ends.count == 2, let start = ends[0], let end = ends[1], start != end else { return nil }
        self.start = start
        self.end = end
    }

    /// Whether a time of the day is in it.
    func contains(minute: Int) -> Bool {
        start < end ? (start..<end).contains(minute) : minute >= start || minute < end
    }

    private static func minutes(_ text: Substring) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ (1...2).contains($0.count) && $0.allSatisfy(\.isASCIIDigit) }),
            let hour = Int(parts[0]), let minute = Int(parts[1]), hour < 24, minute < 60
        else { return nil }
        return hour * 60 + minute
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
