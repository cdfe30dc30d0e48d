import Synchronization

@testable import Community

/// What several programs of one user share: a session that is kept and a lock on it.
final class SharedVault: Sendable {
    struct State {
        var tokens: StoredTokens?
        var isLocked = false
        var waiting: [CheckedContinuation<Void, Never>] = []
        var keepCount = 0
        var fault: TokenStoreFault?
    }

    let state: Mutex<State>

    init(_ tokens: StoredTokens? = nil) {
        state = Mutex(State(tokens: tokens))
    }

    var tokens: StoredTokens? {
        get { state.withLock { $0.tokens } }
        set { state.withLock { $0.tokens = newValue } }
    }

    func takeLock() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                if state.isLocked {
                    state.waiting.append(continuation)
                    return false
                }
                state.isLocked = true
                return true
            }
            if isFree { continuation.resume() }
        }
    }

    func releaseLock() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            if state.waiting.isEmpty {
                state.isLocked = false
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.resume()
    }
}

/// One program's view of the vault.
struct MemoryStore: SessionStore {
    let vault: SharedVault

    private final class Lock: SessionLock {
        let vault: SharedVault
        let isHeld = Mutex(true)

        init(_ vault: SharedVault) {
            self.vault = vault
        }

        func release() {
            let wasHeld = isHeld.withLock { isHeld in
                defer { isHeld = false }
                return isHeld
            }
            if wasHeld { vault.releaseLock() }
        }
    }

    func load() async throws(TokenStoreFault) -> StoredTokens? {
        vault.tokens
    }

    func keep(_ tokens: StoredTokens) async throws(TokenStoreFault) {
        let fault = vault.state.withLock { state -> TokenStoreFault? in
            if state.fault == nil {
                state.tokens = tokens
                state.keepCount += 1
            }
            return state.fault
        }
        if let fault { throw fault }
    }

    func forget() async throws(TokenStoreFault) {
        vault.tokens = nil
    }

    func lock() async throws(TokenStoreFault) -> any SessionLock {
        await vault.takeLock()
        return Lock(vault)
    }
}
