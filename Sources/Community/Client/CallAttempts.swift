import Transport

/// Decides whether a call that failed is sent again.
struct CallAttempts {
    /// How often a call is sent again, at most, whatever the reason.
    static let retryLimit = 2
    /// The longest wait a server may ask for; for a longer one the call fails and says so.
    static let waitLimit = Duration.seconds(30)

    enum Decision: Equatable {
        case again(after: Duration)
        case giveUp
    }

    private let isIdempotent: Bool
    private(set) var retryCount = 0
    private var hasBeenMended = false

    init(isIdempotent: Bool) {
        self.isIdempotent = isIdempotent
    }

    /// Whether mending is worth a try: once a call, so that a server that refuses each new token is not asked for ever.
    var mayBeMended: Bool { !hasBeenMended && retryCount < Self.retryLimit }

    /// What was wrong has been mended.
    mutating func mended() -> Decision {
        hasBeenMended = true
        retryCount += 1
        return .again(after: .zero)
    }

    /// An attempt failed; `chance`, between 0 and 1, spreads the waits of many clients.
    mutating func failed(_ failure: APIFailure, status: Int?, retryAfter: Duration?, chance: Double) -> Decision {
        guard isIdempotent, retryCount < Self.retryLimit, Self.isPassing(failure, status: status) else {
            return .giveUp
        }
        let wait = retryAfter ?? .milliseconds(500) * (1 << retryCount) * (1 + 0.3 * chance)
        guard wait <= Self.waitLimit else { return .giveUp }
        retryCount += 1
        return .again(after: wait)
    }

    /// Whether it may be gone in a moment.
    private static func isPassing(_ failure: APIFailure, status: Int?) -> Bool {
        if let status { return status == 502 || status == 503 || status == 504 }
        guard case .network(let error) = failure else { return false }
        return switch error {
        case .timedOut, .badAnswer: true
        case .transport(let error):
            switch error {
            case .nameNotResolved, .unreachable, .connectTimedOut, .reset, .closed, .proxy: true
            case .tls, .badCertificateFile, .cancelled, .system: false
            }
        case .answerTooLarge, .redirected, .badRequest, .unreadableFile, .cancelled: false
        }
    }
}
