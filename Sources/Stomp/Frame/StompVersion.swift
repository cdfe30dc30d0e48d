/// A version of the STOMP protocol, ordered from the oldest to the newest.
public enum StompVersion: String, Sendable, CaseIterable, Comparable {
    case v1_0 = "1.0"
    case v1_1 = "1.1"
    case v1_2 = "1.2"

    public static func < (left: StompVersion, right: StompVersion) -> Bool {
        left.order < right.order
    }

    /// Compared for every header line; texts would be slow.
    private var order: UInt8 {
        switch self {
        case .v1_0: 0
        case .v1_1: 1
        case .v1_2: 2
        }
    }
}
