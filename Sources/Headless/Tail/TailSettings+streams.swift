import Chat
import Stomp
import StompClient

extension TailSettings {
    /// Lets the broker read its streams from where the range begins.
    ///
    /// It may begin with a time, with everything, or with an offset. Of the end of a stream STOMP says nothing, so the
    /// newest few can't be had from it.
    ///
    /// - Parameters:
    ///   - all: whether all sources are streams; else those whose header `x-queue-type` says so.
    ///   - now: milliseconds since 1970.
    package mutating func readStreams(all: Bool, now: Int64) {
        let start = range.streamStart(now: now, zone: zone)
        for index in sources.indices {
            guard all || sources[index].headers["x-queue-type"] == "stream" else { continue }
            sources[index].isStream = true
            guard let start else { continue }
            let name = "x-stream-offset"
            sources[index].headers.entries.removeAll { $0.name == name }
            sources[index].headers.append(name, start.headerValue)
        }
        isPastReplayed = start != nil && sources.allSatisfy(\.isStream)
    }
}

extension TailRange {
    /// Where in a stream it begins; nil where only a reader who knows the stream's end could say.
    func streamStart(now: Int64, zone: Zone) -> StreamStart? {
        switch last {
        case .all: return .first
        case .from(let id): return UInt64(id).map(StreamStart.offset)
        case .count: return nil
        case nil:
            guard let time = since?.milliseconds(now: now, zone: zone) else { return nil }
            // To the second, rounded down; what is older is left out by its own time.
            return .timestamp(max(0, time / 1000))
        }
    }
}
