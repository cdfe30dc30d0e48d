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

    static func failure(for error: StompFrame) -> ConnectionFailure {
        let message = error.headers["message"] ?? ""
        let body = String(decoding: error.body.prefix(4096), as: UTF8.self)
        let text = (message + "\n" + body).lowercased()
        if credentialWords.contains(where: { text.containsWord($0) }) {
            return .authentication(detail: [message, body].filter { !$0.isEmpty }.joined(separator: ": "))
        }
        if text.containsWord("version mismatch") || text.containsWord("supported protocol versions") {
            return .noCommonVersion(offered: body.isEmpty ? message : body)
        }
        return .connectRefused(message: message, body: body)
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
