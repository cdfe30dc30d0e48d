import Community

/// How often addresses and members may ask.
struct RateLimits {
    private var general: AttemptLimiter
    private var search = AttemptLimiter(burst: 20, refill: .milliseconds(500))
    private var signIn: AttemptLimiter
    private var failedSignIn: AttemptLimiter

    init(_ settings: ServiceSettings) {
        general = AttemptLimiter(burst: settings.callsAtOnce, refill: settings.callRefill)
        signIn = AttemptLimiter(burst: settings.signInsAtOnce, refill: settings.signInRefill)
        failedSignIn = AttemptLimiter(burst: settings.failedSignInsAtOnce, refill: settings.failedSignInRefill)
    }

    mutating func take(_ rate: Route.RateClass, _ key: String, at now: Timestamp) throws(Refusal) {
        switch rate {
        case .general: try general.take(key, at: now)
        case .search: try search.take(key, at: now)
        case .signIn: try signIn.take(key, at: now)
        }
    }

    /// Each sign-in to an account counts until it succeeds, so that many at once count as well. A stranger's wrong
    /// passwords keep the owner out for a while too; the session they have goes on.
    mutating func beginSignIn(to account: String, at now: Timestamp) throws(Refusal) {
        try failedSignIn.take(account, at: now)
    }

    mutating func signedIn(to account: String) {
        failedSignIn.forget(account)
    }
}
