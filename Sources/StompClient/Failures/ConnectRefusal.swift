import Stomp

/// Tells an ERROR that answers CONNECT because of the credentials from one with another cause; servers have no code for it.
enum ConnectRefusal {
    /// What brokers and back ends write when the login or token is the trouble, in lower case.
    private static let credentialWords = [
        "access refused", "password is invalid", "user name [", "bad credentials", "authentication", "unauthorized",
        "not authorized", "unauthenticated", "credential", "login failed", "non-loopback access", "token", "jwt",
        "auth401",
        "auth403", "\"status\":401", "http 401", "access denied for user",
    ]

    static func failure(for error: StompServerError) -> ConnectionFailure {
        let text = error.text.lowercased()
        if credentialWords.contains(where: { text.containsWord($0) }) {
            let detail = [error.message, error.body].filter { !$0.isEmpty }.joined(separator: ": ")
            return .authentication(detail: detail)
        }
        if text.containsWord("version mismatch") || text.containsWord("supported protocol versions") {
            return .noCommonVersion(offered: error.body.isEmpty ? error.message : error.body)
        }
        return .connectRefused(message: error.message, body: error.body)
    }
}

extension String {
    fileprivate func containsWord(_ word: String) -> Bool {
        let text = Array(utf8)
        let pattern = Array(word.utf8)
        guard pattern.count <= text.count else { return false }
        return (0...(text.count - pattern.count)).contains { text[$0..<($0 + pattern.count)].elementsEqual(pattern) }
    }
}
