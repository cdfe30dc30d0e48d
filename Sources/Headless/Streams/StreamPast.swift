import Chat
import ChatStore
import Stomp
import StompClient

/// What a tail prints of a stream that is there when it begins.
struct StreamPast: Sendable {
    private static let page: UInt64 = 500

    /// The stream as the user named it.
    let name: String
    /// The first offset that may be printed.
    private(set) var lower: UInt64
    /// The offset behind the last message at the start.
    let end: UInt64
    /// How many of the newest messages are printed; nil for all.
    private(set) var count: Int?

    /// Whether there is nothing of it to print.
    var isEmpty: Bool { lower >= end || count == 0 }

    /// Finds the range.
    init(
        _ source: TailSettings.Source,
        _ settings: TailSettings,
        _ span: TailSpan,
        _ reader: StreamReader
    ) async throws(StreamReader.Failure) {
        name = source.destination
        let last = try await reader.end(of: name)
        end = last.map { $0 + 1 } ?? 0
        lower = end
        if let position = settings.cursor?.position(of: name) {
            // It was begun before there was a message when the position is less than 0.
            lower = Int64(position).map { UInt64(max(0, $0 + 1)) } ?? 0
            return
        }
        try await findBeginning(source, settings.range, span, reader)
        if let count, !settings.chooses(span) {
            lower = max(lower, end - min(end, UInt64(count)))
            self.count = nil
        }
    }

    private mutating func findBeginning(
        _ source: TailSettings.Source,
        _ range: TailRange,
        _ span: TailSpan,
        _ reader: StreamReader
    ) async throws(StreamReader.Failure) {
        switch range.last {
        case .all: lower = 0
        case .from(let id): lower = UInt64(id) ?? end
        case .count(let wanted): (lower, count) = (0, wanted)
        case nil:
            if range.since != nil || range.after != nil {
                lower = 0
            } else if let start = source.headers["x-stream-offset"].flatMap(StreamStart.init(headerValue:)) {
                lower = try await offset(of: start, reader)
            } else if !span.follows {
                (lower, count) = (0, TailRange.usualCount)
            }
        }
        if let after = range.after.flatMap({ UInt64($0) }) { lower = max(lower, after + 1) }
        if let since = span.since {
            // To the second, rounded down; what is older is left out by its own time.
            let first = try await reader.first(in: name, from: .timestamp(max(0, since / 1000)))
            lower = max(lower, first ?? end)
        }
    }

    private func offset(of start: StreamStart, _ reader: StreamReader) async throws(StreamReader.Failure) -> UInt64 {
        switch start {
        case .first: 0
        case .offset(let offset): offset
        case .next: end
        case .last, .timestamp: try await reader.first(in: name, from: start) ?? end
        }
    }

    /// Reads it backwards and by pages, for what is chosen from its end or merged with others.
    func reader(
        _ settings: TailSettings,
        _ span: TailSpan,
        _ reader: StreamReader
    ) -> HistoryReader<StoredFailure>? {
        guard !isEmpty else { return nil }
        let (name, lower, end) = (name, lower, end)
        let bounds = TailRange.Bounds(count: count)
        return HistoryReader(bounds) { place throws(StoredFailure) in
            var behind = end
            if case .position(.number(let offset)) = place { behind = UInt64(offset) }
            let first = behind - lower > Self.page ? behind - Self.page : lower
            let messages: (items: [HistoryPage.Item], first: UInt64?)
            do throws(StreamReader.Failure) {
                messages = try await reader.items(of: name, first...(behind - 1), settings.reader, arrival: span.now)
            } catch {
                throw StoredFailure(error, stream: name, url: settings.url)
            }
            // Where the broker has thrown older ones away, the first that is there is the oldest.
            let hasOlder = first > lower && messages.first == first
            return HistoryPage(items: messages.items, older: hasOlder ? .position(.number(Int64(first))) : nil)
        }
    }
}

extension TailSettings {
    /// Whether not every message of the past is printed, so that the newest few are to be looked for.
    fileprivate func chooses(_ span: TailSpan) -> Bool {
        !filter.takesEveryMessage || span.until != nil || span.since != nil || !reader.events.isEmpty
            || reader.kinds != MessageKinds()
    }
}

extension StreamReader {
    /// The messages of these offsets, and the first offset there was.
    func items(
        of stream: String,
        _ range: ClosedRange<UInt64>,
        _ reader: MessageReader,
        arrival: Int64
    ) async throws(Failure) -> (items: [HistoryPage.Item], first: UInt64?) {
        var items: [HistoryPage.Item] = []
        var first: UInt64?
        try await read(stream, range) { frame, offset in
            first = first ?? offset
            guard let entry = TailEntry(frame, at: offset, of: stream, reader, arrival: arrival) else { return }
            items.append(HistoryPage.Item(entry: entry, position: .number(Int64(clamping: offset)), isShown: true))
        }
        return (items, first)
    }
}

extension TailEntry {
    /// Reads a message of a stream; nil where it is none.
    init?(_ frame: StompFrameView, at offset: UInt64?, of stream: String, _ reader: MessageReader, arrival: Int64) {
        guard let message = reader.message(frame, arrival: arrival) else { return nil }
        self.init(.message, message, threadID: stream)
        self.offset = offset
        // What the broker calls it is another name for each reader.
        if let offset, message.id == frame.header("message-id") { self.message.id = String(offset) }
    }
}

extension StoredFailure {
    /// Why a stream can't be read.
    init(_ failure: StreamReader.Failure, stream: String, url: String) {
        switch failure {
        case .ended: self.init(.noConnection, "the connection has ended")
        case .refused(let reason): self.init(FailureReport(refusedStream: stream, reason: reason, url: url))
        }
    }
}
