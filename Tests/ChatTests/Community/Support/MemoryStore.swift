import Community
import Synchronization

/// Keeps a session in memory.
final class MemoryStore: SessionStore {
    private struct Lock: SessionLock {
        func release() {}
    }

    private let kept: Mutex<StoredTokens?>

    init(_ tokens: StoredTokens?) {
        kept = Mutex(tokens)
    }

    var tokens: StoredTokens? { kept.withLock { $0 } }

    func load() async throws(TokenStoreFault) -> StoredTokens? { tokens }
    func keep(_ tokens: StoredTokens) async throws(TokenStoreFault) { kept.withLock { $0 = tokens } }
    func forget() async throws(TokenStoreFault) { kept.withLock { $0 = nil } }
    func lock() async throws(TokenStoreFault) -> any SessionLock { Lock() }
}
