/// What one side says in its `heart-beat` header (STOMP 1.2 "Heart-beating").
package struct HeartBeatOffer: Sendable, Equatable {
    /// How often it can send, at the most; zero for never.
    package var sends: Duration
    /// How often it would like to receive; zero for never.
    package var wants: Duration

    /// No heart-beats at all: what an absent header means.
    package static let none = HeartBeatOffer(sends: .zero, wants: .zero)

    /// An offer in whole milliseconds, as it goes over the wire; what is not zero stays at least one.
    package init(sends: Duration, wants: Duration) {
        self.sends = Self.wholeMilliseconds(sends)
        self.wants = Self.wholeMilliseconds(wants)
    }

    /// Reads a header's value, or nil when it is not two numbers of milliseconds below 2^31.
    package init?(headerValue: String) {
        let parts = headerValue.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2, let sends = Self.milliseconds(parts[0]), let wants = Self.milliseconds(parts[1]) else {
            return nil
        }
        self.init(sends: .milliseconds(sends), wants: .milliseconds(wants))
    }

    package var headerValue: String { "\(Self.count(sends)),\(Self.count(wants))" }

    private static let limit: Int64 = (1 << 31) - 1

    private static func milliseconds(_ text: Substring) -> Int64? {
        let digits = text.utf8.drop { $0 == Byte.space }.reversed().drop { $0 == Byte.space }.reversed()
        guard !digits.isEmpty, digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            return nil
        }
        return Int64(String(decoding: digits, as: UTF8.self)).flatMap { $0 <= limit ? $0 : nil }
    }

    private static func wholeMilliseconds(_ duration: Duration) -> Duration {
        duration <= .zero ? .zero : .milliseconds(max(1, count(duration)))
    }

    private static func count(_ duration: Duration) -> Int64 {
        if duration >= .milliseconds(limit) { return limit }
        return duration.components.seconds * 1000 + duration.components.attoseconds / 1_000_000_000_000_000
    }
}
