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
