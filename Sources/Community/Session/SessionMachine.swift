/// Decides about the one session: who gets which token, when it is renewed, and when it is over.
///
/// Many calls may want a new token at the same time; they share one renewal. A sign-out wins over all that is under
/// way. Waiters and renewals are known by number, so that one that comes late is recognised.
struct SessionMachine {
    /// What the driver has to do, in this order.
    enum Action: Equatable {
        /// Read what is kept; `loaded` or `loadFailed` follows.
        case load
        /// Lock, read again, and renew unless somebody else has; `renewed` or `renewalFailed` follows.
        case renew(id: Int, StoredTokens)
        case grant(waiter: Int, Secret)
        case refuse(waiter: Int, Refusal)
        case keep(StoredTokens)
        case forget
        /// Tell the server that the session is over.
        case revoke(StoredTokens)
        case announce(SessionEvent)
    }

    /// Why a waiter gets no token.
    enum Refusal: Error, Equatable {
        case ended(SessionEnd)
        /// The session may still be good, but could not be renewed now.
        case failed(APIFailure)
    }

    private enum State {
        case unread(waiters: [Int], isLoading: Bool)
        case signedOut(SessionEnd)
        case signedIn(Session)
        case renewing(Session, id: Int, waiters: [Int])
    }

    private struct Session {
        var tokens: StoredTokens
        /// The server has refused the access token and there was no new one to be had.
        var isStale = false
    }

    private var state = State.unread(waiters: [], isLoading: false)
    private var lastRenewal = 0

    /// The session, if there is one.
    var tokens: StoredTokens? {
        switch state {
        case .unread, .signedOut: nil
        case .signedIn(let session), .renewing(let session, _, _): session.tokens
        }
    }

    // MARK: Waiters

    /// Somebody wants a token that is good for a while.
    mutating func wanted(by waiter: Int, at now: Timestamp) -> [Action] {
        switch state {
        case .unread(let waiters, let isLoading):
            state = .unread(waiters: waiters + [waiter], isLoading: true)
            return isLoading ? [] : [.load]
        case .signedOut(let end):
            return [.refuse(waiter: waiter, .ended(end))]
        case .signedIn(let session):
            let isExpiring = session.isStale || session.tokens.isExpiring(at: now)
            // Without a refresh token it is for the server to judge.
            guard isExpiring, session.tokens.refresh != nil else {
                return [.grant(waiter: waiter, session.tokens.access)]
            }
            return renew(session, for: [waiter])
        case .renewing(let session, let id, let waiters):
            state = .renewing(session, id: id, waiters: waiters + [waiter])
            return []
        }
    }

    /// The server refused a token as expired, and somebody wants another.
    mutating func rejected(_ token: Secret, by waiter: Int, at now: Timestamp) -> [Action] {
        switch state {
        case .unread, .signedOut:
            return wanted(by: waiter, at: now)
        case .signedIn(let session):
            // An answer that took its time: the token was renewed meanwhile.
            guard session.tokens.access == token else { return wanted(by: waiter, at: now) }
            guard session.tokens.refresh != nil else { return end(.refused, refusing: [waiter]) }
            return renew(session, for: [waiter])
        case .renewing(let session, let id, let waiters):
            state = .renewing(session, id: id, waiters: waiters + [waiter])
            return []
        }
    }

    // MARK: Answers

    mutating func loaded(_ tokens: StoredTokens?, at now: Timestamp) -> [Action] {
        guard case .unread(let waiters, _) = state else { return [] }
        state = tokens.map { .signedIn(Session(tokens: $0)) } ?? .signedOut(.neverSignedIn)
        return waiters.flatMap { wanted(by: $0, at: now) }
    }

    /// What is kept could not be read; the next who asks tries again.
    mutating func loadFailed(_ fault: TokenStoreFault) -> [Action] {
        guard case .unread(let waiters, _) = state else { return [] }
        state = .unread(waiters: [], isLoading: false)
        return waiters.map { .refuse(waiter: $0, .failed(.tokens(fault))) }
    }

    /// A renewal brought new tokens; `isKept` when they were read from where they are kept.
    mutating func renewed(_ id: Int, to tokens: StoredTokens, isKept: Bool) -> [Action] {
        guard case .renewing(_, id, let waiters) = state else {
            // Somebody signed out or in meanwhile: these tokens are nobody's.
            return isKept ? [] : [.revoke(tokens)]
        }
        state = .signedIn(Session(tokens: tokens))
        return (isKept ? [] : [.keep(tokens)]) + [.announce(.renewed)]
            + waiters.map { .grant(waiter: $0, tokens.access) }
    }

    /// A renewal brought none.
    mutating func renewalFailed(_ id: Int, _ refusal: Refusal) -> [Action] {
        guard case .renewing(var session, id, let waiters) = state else { return [] }
        switch refusal {
        case .ended(let end):
            return self.end(end, refusing: waiters)
        case .failed:
            session.isStale = true
            state = .signedIn(session)
            return waiters.map { .refuse(waiter: $0, refusal) }
        }
    }

    // MARK: The user

    /// The user has signed in; whatever was before is over.
    mutating func signedIn(_ tokens: StoredTokens) -> [Action] {
        let waiters = waiters
        state = .signedIn(Session(tokens: tokens))
        return [.keep(tokens), .announce(.signedIn)] + waiters.map { .grant(waiter: $0, tokens.access) }
    }

    /// The user signs out. It wins over a renewal under way, whose tokens are thrown away when they come.
    mutating func signOut() -> [Action] {
        let revocations = tokens.map { [Action.revoke($0)] } ?? []
        return end(.signedOut, refusing: waiters) + revocations
    }

    // MARK: Parts

    private var waiters: [Int] {
        switch state {
        case .unread(let waiters, _), .renewing(_, _, let waiters): waiters
        case .signedOut, .signedIn: []
        }
    }

    private mutating func renew(_ session: Session, for waiters: [Int]) -> [Action] {
        lastRenewal += 1
        state = .renewing(session, id: lastRenewal, waiters: waiters)
        return [.renew(id: lastRenewal, session.tokens)]
    }

    private mutating func end(_ end: SessionEnd, refusing waiters: [Int]) -> [Action] {
        state = .signedOut(end)
        // Another program's sign-out has emptied the store already, and a newer session there must stay.
        return (end == .signedOutElsewhere ? [] : [.forget]) + [.announce(.ended(end))]
            + waiters.map { .refuse(waiter: $0, .ended(end)) }
    }
}
