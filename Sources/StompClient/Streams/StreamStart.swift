/// Where in a stream reading starts. A stream is RabbitMQ's replicated log: messages stay, and each has an offset.
public enum StreamStart: Sendable, Equatable {
    /// With the oldest message that the broker still has.
    case first
    /// With the newest messages: as many as the broker wrote at once, so one or more.
    case last
    /// With what is sent from now on.
    case next
    /// With this offset, or the oldest behind it that the broker still has. Offsets count from 0 without gaps.
    case offset(UInt64)
    /// With what was written about this time, in seconds since 1970: the messages written with the first of that time may
    /// come before it.
    case timestamp(Int64)

    /// Reads the value of an `x-stream-offset` header; nil when it names no place.
    package init?(headerValue value: String) {
        switch value {
        case "first": self = .first
        case "last": self = .last
        case "next": self = .next
        default:
            let parts = value.split(separator: "=", maxSplits: 1)
            guard parts.count == 2 else { return nil }
            if parts[0] == "offset", let offset = UInt64(parts[1]) {
                self = .offset(offset)
            } else if parts[0] == "timestamp", let seconds = Int64(parts[1]) {
                self = .timestamp(seconds)
            } else {
                return nil
            }
        }
    }

    /// The value of the `x-stream-offset` header of SUBSCRIBE.
    package var headerValue: String {
        switch self {
        case .first: "first"
        case .last: "last"
        case .next: "next"
        case .offset(let offset): "offset=\(offset)"
        case .timestamp(let seconds): "timestamp=\(seconds)"
        }
    }
}
