/// When the server is told how far the person has read: at most once a second a thread, and only forward.
struct ReadMarks: Sendable {
    /// The time between two reports of one thread.
    static let pause = Duration.seconds(1)

    private struct Mark {
        /// Seen and not told yet.
        var waiting: String?
        var told: String?
        /// What the server is known to know.
        var confirmed: String?
        var isPausing = false

        func isAhead(of ordinal: MessageOrdinal) -> Bool {
            [told, waiting, confirmed].contains { $0.map { ordinal <= MessageOrdinal($0) } ?? false }
        }
    }

    private var marks: [String: Mark] = [:]

    /// A person has seen a message; the server is told at once if it was not just now.
    ///
    /// - Returns: the message to tell the server of.
    mutating func seen(_ messageID: String, in threadID: String) -> String? {
        var mark = marks[threadID] ?? Mark()
        defer { marks[threadID] = mark }
        guard !mark.isAhead(of: MessageOrdinal(messageID)) else { return nil }
        if mark.isPausing {
            mark.waiting = messageID
            return nil
        }
        mark.told = messageID
        mark.isPausing = true
        return messageID
    }

    /// A second has passed since the last report.
    ///
    /// - Returns: the message to tell the server of; the next pause begins with it.
    mutating func pauseEnded(in threadID: String) -> String? {
        guard let waiting = marks[threadID]?.waiting else {
            marks[threadID]?.isPausing = false
            return nil
        }
        marks[threadID]?.waiting = nil
        marks[threadID]?.told = waiting
        return waiting
    }

    /// A second has passed, and nothing can be told.
    mutating func endPause(in threadID: String) {
        marks[threadID]?.isPausing = false
    }

    /// What waits and must be told now, since there is no later.
    mutating func flush(_ threadID: String) -> String? {
        guard let waiting = marks[threadID]?.waiting else { return nil }
        marks[threadID]?.waiting = nil
        marks[threadID]?.told = waiting
        return waiting
    }

    /// There is no connection: what the person has seen is told later.
    mutating func hold(_ messageID: String, in threadID: String) {
        var mark = marks[threadID] ?? Mark()
        guard !mark.isAhead(of: MessageOrdinal(messageID)) else { return }
        mark.waiting = messageID
        marks[threadID] = mark
    }

    /// Whether the server may not know how far the person has read.
    func isUntold(_ threadID: String) -> Bool {
        guard let mark = marks[threadID] else { return false }
        if mark.waiting != nil { return true }
        guard let told = mark.told else { return false }
        return mark.confirmed.map { MessageOrdinal($0) < MessageOrdinal(told) } ?? true
    }

    /// The server knows that the person has read up to a message.
    mutating func confirm(_ messageID: String, in threadID: String) {
        var mark = marks[threadID] ?? Mark()
        if let confirmed = mark.confirmed, MessageOrdinal(messageID) <= MessageOrdinal(confirmed) { return }
        mark.confirmed = messageID
        marks[threadID] = mark
    }

    /// The connection is lost, and perhaps what was told with it: it is told again.
    mutating func interrupted() {
        for (threadID, mark) in marks {
            guard let told = mark.told else { continue }
            marks[threadID]?.told = mark.confirmed
            guard mark.confirmed.map({ MessageOrdinal($0) < MessageOrdinal(told) }) ?? true else { continue }
            if mark.waiting == nil { marks[threadID]?.waiting = told }
        }
    }

    /// Threads in which something waits to be told, in a fixed order.
    var waitingThreads: [String] { marks.filter { $0.value.waiting != nil }.keys.sorted() }

    mutating func forget(_ threadID: String) {
        marks[threadID] = nil
    }
}
