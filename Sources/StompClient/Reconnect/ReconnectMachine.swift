/// Decides what follows the end of an attempt or a session.
struct ReconnectMachine: Sendable {
    enum Decision: Equatable {
        /// Wait, then connect.
        case retry(after: Duration)
        /// Renew the token, then connect.
        case refreshToken(thenAfter: Duration)
        /// No further attempt.
        case stop(ConnectionFailure)
    }

    private let attemptLimit: Int?
    private let stableAfter: Duration
    private let addressCount: Int
    /// Which of the addresses the attempt that starts now goes to.
    private(set) var addressIndex = 0
    private(set) var failures = 0
    /// How many addresses in a row have failed for good.
    private var hopelessAddresses = 0
    private var sessionStart: Duration?
    private var hasBeenConnected = false
    private var hasRefreshedSinceStable = false

    init(attemptLimit: Int?, stableAfter: Duration, addressCount: Int = 1) {
        self.attemptLimit = attemptLimit
        self.stableAfter = stableAfter
        self.addressCount = addressCount
    }

    /// The number of the attempt that starts now; 1 is the first since the last stable session.
    var attempt: Int { failures + 1 }

    /// Whether a session was ever up, so that the next one is a reconnect.
    var isReconnect: Bool { hasBeenConnected }

    /// Forgets the failures so far; the user asked for a new beginning.
    mutating func startOver() {
        failures = 0
        hopelessAddresses = 0
        sessionStart = nil
        hasRefreshedSinceStable = false
    }

    /// What failed so far says nothing of the network there is now: waits are short again.
    mutating func networkChanged() {
        failures = 0
    }

    mutating func connected(at now: Duration) {
        hasBeenConnected = true
        hopelessAddresses = 0
        sessionStart = now
    }

    /// An attempt failed or a session ended by `failure`; `canRefresh` tells whether refused credentials can be renewed, and
    /// `chance`, between 0 and 1, chooses the jitter.
    mutating func ended(by failure: ConnectionFailure, at now: Duration, canRefresh: Bool, chance: Double) -> Decision {
        if let start = sessionStart, now - start >= stableAfter {
            failures = 0
            hasRefreshedSinceStable = false
        }
        sessionStart = nil
        failures += 1

        let asksForNewToken =
            failure.hasExpiredToken || (canRefresh && (failure.isAboutCredentials || failure.isAgainstPolicy))
        // Whoever wants one session gets no second one; until it is up, a stale token costs no attempt.
        let isLast = attemptLimit == 1 && hasBeenConnected
        if asksForNewToken, !hasRefreshedSinceStable, !isLast {
            hasRefreshedSinceStable = true
            // An expired token is no failure of the server: it does not count for the back-off.
            failures -= 1
            return .refreshToken(thenAfter: .zero)
        }
        hopelessAddresses = failure.isPermanent && !hasBeenConnected ? hopelessAddresses + 1 : 0
        if failure.isAboutCredentials || failure.isOfOurMaking || hopelessAddresses == addressCount || isLast {
            return .stop(failure)
        }
        if let attemptLimit, failures >= attemptLimit * addressCount {
            return .stop(attemptLimit == 1 ? failure : .gaveUp(attempts: failures, last: failure))
        }
        addressIndex = (addressIndex + 1) % addressCount
        return .retry(after: wait(chance: chance))
    }

    /// The other addresses have done nothing to be waited for; only the clients of a dead node must not all come at once.
    private func wait(chance: Double) -> Duration {
        let (round, place) = failures.quotientAndRemainder(dividingBy: addressCount)
        return place == 0 ? BackOff.wait(attempt: round, chance: chance) : BackOff.spread(chance: chance)
    }
}

extension ConnectionFailure {
    /// The reason of close 1008 by which a server says that only the token has run out.
    static let expiredTokenReason = "Access token expired"

    fileprivate var hasExpiredToken: Bool {
        self == .closedByServer(code: 1008, reason: Self.expiredTokenReason)
    }

    /// Servers that can't say why close with 1008 (RFC 6455 §7.4.1); most often a token has run out.
    fileprivate var isAgainstPolicy: Bool {
        if case .closedByServer(code: 1008, _) = self { true } else { false }
    }

    fileprivate var isAboutCredentials: Bool {
        switch self {
        case .authentication: true
        case .upgradeRefused(let status, _): status == 401 || status == 403
        default: false
        }
    }

    /// Settings that no server can mend.
    fileprivate var isOfOurMaking: Bool {
        switch self {
        case .badURL, .badConnectHeader, .badCertificateFile: true
        default: false
        }
    }

    /// Failures that a second attempt can't mend unless the server changes, which it may only have done if it once worked.
    fileprivate var isPermanent: Bool {
        switch self {
        case .redirected, .notWebSocket, .notSTOMP, .sockJS, .noCommonVersion, .tls:
            true
        case .connectRefused(let message, let body):
            // Spring's relay says "Broker not available." while the broker behind it is away.
            !"\(message) \(body)".lowercased().contains("not available")
        case .upgradeRefused(let status, _):
            // A page where a WebSocket should be is as wrong an address as none.
            (200..<300).contains(status)
                || (400..<500).contains(status) && status != 408 && status != 425 && status != 429
        default:
            false
        }
    }
}
