import Glibc

/// A session from an environment variable; it can be used, but not renewed or forgotten.
package struct EnvironmentTokenStore: SessionStore {
    private let variable: String
    private let value: @Sendable (String) -> String?

    /// - Parameter variable: holds the access token.
    package init(variable: String) {
        self.init(variable: variable) { name in getenv(name).map { String(cString: $0) } }
    }

    init(variable: String, value: @escaping @Sendable (String) -> String?) {
        self.variable = variable
        self.value = value
    }

    private struct NoLock: SessionLock {
        func release() {}
    }

    package func load() async throws(TokenStoreFault) -> StoredTokens? {
        guard let text = value(variable), !text.isEmpty else { return nil }
        let token = Secret(text)
        return StoredTokens(access: token, expiresAt: TokenExpiry.date(of: token, expiresIn: nil, now: .now))
    }

    package func keep(_ tokens: StoredTokens) async throws(TokenStoreFault) {
        throw .readOnly(source: "the variable \(variable)")
    }

    package func forget() async throws(TokenStoreFault) {
        throw .readOnly(source: "the variable \(variable)")
    }

    package func lock() async throws(TokenStoreFault) -> any SessionLock {
        NoLock()
    }
}
