import Transport

/// Decides the sign-in on another device (RFC 8628).
struct DeviceSignIn {
    /// RFC 8628 §3.5: what `slow_down` adds to the interval, for good.
    static let slowDownStep = Duration.seconds(5)
    /// The longest wait between two polls, however bad the network.
    static let intervalLimit = Duration.seconds(60)

    enum Action: Equatable {
        case authorize(DeviceAuthorizationForm)
        case say(SignInNotice)
        /// Wait, then tell `timerFired`.
        case wait(Duration)
        case poll(TokenForm)
        case end(SignInFailure)
        case finish(OAuthTokens)
    }

    private struct Grant {
        let deviceCode: Secret
        let expiresAt: Timestamp
        /// What the server asks for; a bad network makes a single wait longer.
        var interval: Duration
        var backOff: Duration
    }

    private enum State {
        case authorizing
        case waiting(Grant)
        case polling(Grant)
        case over
    }

    private let clientId: String
    private var state = State.authorizing

    init(clientId: String) {
        self.clientId = clientId
    }

    func start() -> [Action] { [.authorize(DeviceAuthorizationForm(clientId: clientId))] }

    /// The server gave codes, or did not.
    mutating func authorized(_ result: Result<DeviceAuthorization, APIFailure>, at now: Timestamp) -> [Action] {
        guard case .authorizing = state else { return [] }
        switch result {
        case .success(let answer):
            guard Self.isPage(answer.verificationURI) else {
                let detail = "\(answer.verificationURI.prefix(100)) is no web page to sign in on"
                return end(.failed(.unexpected(detail: detail)))
            }
            let goodFor = Duration.seconds(max(0, min(answer.expiresIn, 86_400)))
            let interval = min(Duration.seconds(max(1, answer.interval)), Self.intervalLimit)
            let instructions = DeviceInstructions(
                url: answer.verificationURI,
                code: answer.userCode,
                completeURL: answer.verificationURIComplete.flatMap { Self.isPage($0) ? $0 : nil },
                goodFor: goodFor
            )
            state = .waiting(
                Grant(
                    deviceCode: answer.deviceCode,
                    expiresAt: now + goodFor,
                    interval: interval,
                    backOff: interval
                )
            )
            return [.say(.device(instructions)), .wait(interval)]
        case .failure(let failure):
            return end(SignInFailure(failure))
        }
    }

    /// Whether a person can be sent there: whatever else a server names, such as `javascript:`, is nothing to open.
    private static func isPage(_ url: String) -> Bool {
        let scheme = url.prefix { $0 != ":" }.lowercased()
        return (scheme == "https" || scheme == "http") && url.dropFirst(scheme.count).hasPrefix("://")
            && url.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F }
    }

    /// A wait is over.
    mutating func timerFired(at now: Timestamp) -> [Action] {
        guard case .waiting(let grant) = state else { return [] }
        guard now < grant.expiresAt else { return end(.expired) }
        state = .polling(grant)
        return [.poll(.deviceCode(grant.deviceCode, clientId: clientId))]
    }

    /// The server answered a poll.
    mutating func polled(_ result: Result<OAuthTokens, APIFailure>) -> [Action] {
        guard case .polling(var grant) = state else { return [] }
        switch result {
        case .success(let tokens):
            state = .over
            return [.finish(tokens)]
        case .failure(.tokenRefused(let refusal, _)):
            switch refusal.error {
            case OAuthRefusal.authorizationPending:
                return wait(&grant, grant.interval)
            case OAuthRefusal.slowDown:
                grant.interval = min(grant.interval + Self.slowDownStep, Self.intervalLimit)
                return wait(&grant, grant.interval)
            case OAuthRefusal.accessDenied: return end(.denied)
            case OAuthRefusal.expiredToken: return end(.expired)
            default: return end(.failed(.tokenRefused(refusal, status: 400)))
            }
        case .failure(.network(let error)) where error != .cancelled:
            // RFC 8628 §3.5: poll less often while the server can't be reached; the codes stay good.
            return wait(&grant, min(grant.backOff * 2, Self.intervalLimit))
        case .failure(.refused(let refusal)) where refusal.status == 429 || refusal.status >= 500:
            return wait(&grant, min(max(grant.backOff * 2, refusal.retryAfter ?? .zero), Self.intervalLimit))
        case .failure(.unreadable(_, let status)) where status >= 500:
            return wait(&grant, min(grant.backOff * 2, Self.intervalLimit))
        case .failure(let failure):
            return end(SignInFailure(failure))
        }
    }

    /// The person gave up.
    mutating func cancelled() -> [Action] {
        if case .over = state { return [] }
        return end(.cancelled)
    }

    private mutating func wait(_ grant: inout Grant, _ wait: Duration) -> [Action] {
        grant.backOff = wait
        state = .waiting(grant)
        return [.wait(wait)]
    }

    private mutating func end(_ failure: SignInFailure) -> [Action] {
        state = .over
        return [.end(failure)]
    }
}
