/// The session of one member on one server: hands out access tokens, renews them for all who ask at once, keeps them.
package actor MemberSession {
    /// What happens to the session; for one reader, and the last 16 events if it is slow.
    package nonisolated let events: AsyncStream<SessionEvent>

    private let store: any SessionStore
    private let exchange: any TokenExchange
    private let now: @Sendable () -> Timestamp
    private let announce: AsyncStream<SessionEvent>.Continuation
    private let waiters = WaiterTable()
    private var machine = SessionMachine()
    /// What runs for the machine: reading, renewing, keeping, revoking; each removes itself.
    private var work: [Int: Task<Void, Never>] = [:]
    private var lastWork = 0
    /// The end of the line of changes to what is kept, which must be made in order.
    private var lastChange: Task<Void, Never>?
    /// The lock of the renewal whose answer is being acted upon.
    private var heldLock: (any SessionLock)?
    /// What the store held when it was last read or written here; if it holds something else, another program was there.
    private var lastSeen: StoredTokens?

    /// Makes a session that reads what is kept when it is first asked.
    package init(
        store: any SessionStore,
        exchange: any TokenExchange,
        now: @escaping @Sendable () -> Timestamp = { .now }
    ) {
        self.store = store
        self.exchange = exchange
        self.now = now
        (events, announce) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(16))
    }

    deinit {
        announce.finish()
    }

    // MARK: Tokens

    /// A token that is good for a while; renewed first if it is about to expire.
    package func accessToken() async throws(APIFailure) -> Secret {
        try await token { machine, waiter, now in machine.wanted(by: waiter, at: now) }
    }

    /// A token in place of one that the server refused as expired.
    package func accessToken(replacing rejected: Secret) async throws(APIFailure) -> Secret {
        try await token { machine, waiter, now in machine.rejected(rejected, by: waiter, at: now) }
    }

    /// Whose session it is; nil when nobody is signed in. Reads what is kept, but asks no server.
    package func current() async throws(APIFailure) -> StoredTokens? {
        if let tokens = machine.tokens { return tokens }
        do throws(TokenStoreFault) {
            let kept = try await read()
            perform(machine.loaded(kept, at: now()))
        } catch {
            throw .tokens(error)
        }
        return machine.tokens
    }

    private func token(
        _ ask: (inout SessionMachine, Int, Timestamp) -> [SessionMachine.Action]
    ) async throws(APIFailure) -> Secret {
        let waiter = waiters.newID()
        // Both closures name the actor's own state, which keeps them on it.
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if waiters.add(waiter, continuation) { perform(ask(&machine, waiter, now())) }
            }
        } onCancel: {
            waiters.resolve(waiter, .failure(.failed(.cancelled)))
        }
        switch outcome {
        case .success(let token): return token
        case .failure(.ended(let end)): throw .signInNeeded(end)
        case .failure(.failed(let failure)): throw failure
        }
    }

    // MARK: The user

    /// Takes over the session of a user who has just signed in.
    package func signIn(_ tokens: StoredTokens) async {
        perform(machine.signedIn(tokens))
        await lastChange?.value
    }

    /// Signs out: here at once, at the server as soon as it can be reached.
    package func signOut() async {
        // What is kept may never have been read; the server should hear of it all the same.
        _ = try? await current()
        perform(machine.signOut())
        await lastChange?.value
        await settle()
    }

    /// Waits for all that is under way, so that no new token is lost when the program ends; bounded by the time-outs of
    /// the calls.
    package func settle() async {
        while let task = work.values.first { await task.value }
    }

    // MARK: Actions

    private func perform(_ actions: [SessionMachine.Action]) {
        for action in actions { perform(action) }
    }

    private func perform(_ action: SessionMachine.Action) {
        switch action {
        case .load: start { session in await session.load() }
        case .renew(let id, let tokens): start { session in await session.renew(id, tokens) }
        case .grant(let waiter, let token): waiters.resolve(waiter, .success(token))
        case .refuse(let waiter, let refusal): waiters.resolve(waiter, .failure(refusal))
        case .keep(let tokens): change(to: tokens)
        case .forget: change(to: nil)
        case .revoke(let tokens): start { session in try? await session.exchange.revoke(tokens) }
        case .announce(let event): announce.yield(event)
        }
    }

    private func start(_ body: @escaping @Sendable (MemberSession) async -> Void) {
        lastWork += 1
        let id = lastWork
        work[id] = Task { [self] in
            await body(self)
            work[id] = nil
        }
    }

    /// Changes what is kept, after the changes before it. A renewal under way keeps its lock until its own change is
    /// made, so that no other program can come between.
    private func change(to tokens: StoredTokens?) {
        let before = lastChange
        let heldLock = heldLock
        let task = Task {
            await before?.value
            do throws(TokenStoreFault) {
                let lock = heldLock == nil ? try await store.lock() : nil
                defer { lock?.release() }
                if let tokens { try await store.keep(tokens) } else { try await store.forget() }
                lastSeen = tokens
            } catch .readOnly where tokens == nil {
                // What can't be changed can't be forgotten, which whoever set it there knows.
            } catch {
                announce.yield(.notKept(error))
            }
        }
        lastChange = task
        start { _ in await task.value }
    }

    private func read() async throws(TokenStoreFault) -> StoredTokens? {
        lastSeen = try await store.load()
        return lastSeen
    }

    private func load() async {
        do throws(TokenStoreFault) {
            let kept = try await read()
            perform(machine.loaded(kept, at: now()))
        } catch {
            perform(machine.loadFailed(error))
        }
    }

    private func renew(_ id: Int, _ tokens: StoredTokens) async {
        await lastChange?.value
        let lock: any SessionLock
        do throws(TokenStoreFault) {
            lock = try await store.lock()
        } catch {
            return perform(machine.renewalFailed(id, .failed(.tokens(error))))
        }
        defer { lock.release() }
        do throws(SessionMachine.Refusal) {
            let (renewed, isKept) = try await renewedTokens(after: tokens)
            await perform(machine.renewed(id, to: renewed, isKept: isKept), holding: lock)
        } catch {
            await perform(machine.renewalFailed(id, error), holding: lock)
        }
    }

    /// Acts upon a renewal's end, and waits until what it changes is changed.
    private func perform(_ actions: [SessionMachine.Action], holding lock: any SessionLock) async {
        let changeBefore = lastChange
        heldLock = lock
        perform(actions)
        heldLock = nil
        // Another change may be waiting for this very lock: only our own is waited for.
        if lastChange != changeBefore { await lastChange?.value }
    }

    /// New tokens: another program's, if it was faster, else the server's.
    private func renewedTokens(
        after tokens: StoredTokens
    ) async throws(SessionMachine.Refusal) -> (StoredTokens, isKept: Bool) {
        let before = lastSeen
        let kept: StoredTokens?
        do throws(TokenStoreFault) {
            kept = try await read()
        } catch {
            throw .failed(.tokens(error))
        }
        var newest = tokens
        // What could not be kept is newer than what is: only another program's change counts.
        if kept != before {
            guard let kept else { throw .ended(.signedOutElsewhere) }
            if kept.access != tokens.access, !kept.isExpiring(at: now()) { return (kept, true) }
            newest = kept
        }
        do throws(APIFailure) {
            return (try await exchange.renewed(newest), false)
        } catch {
            throw error.endsSession ? .ended(.refused) : .failed(error)
        }
    }
}

extension APIFailure {
    /// Whether the server has said that it does not renew the session. A server that can't be reached or is out of
    /// order has said nothing: the session stays, so that a bad network signs nobody out.
    fileprivate var endsSession: Bool {
        switch self {
        case .refused(let refusal):
            (400..<500).contains(refusal.status) && refusal.status != 408 && refusal.status != 429
        case .tokenRefused(let refusal, _):
            refusal.error == OAuthRefusal.invalidGrant || refusal.error == "invalid_client"
        case .signInNeeded: true
        case .unreadable(_, let status): (400..<500).contains(status) && status != 408 && status != 429
        case .unexpected, .network, .tokens, .file, .notSaved, .cancelled: false
        }
    }
}
