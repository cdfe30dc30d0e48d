import TestSupport

/// A private authority and what the tests of TLS need from it, made once in a process.
struct Certificates: Sendable {
    let authority: PrivateAuthority
    /// For `localhost`, `broker.test` and 127.0.0.1.
    let server: PrivateAuthority.Identity
    let otherName: PrivateAuthority.Identity
    let expired: PrivateAuthority.Identity
    let client: PrivateAuthority.Identity

    static var shared: Certificates {
        get async throws { try await made.value }
    }

    // Running openssl blocks, and tests wait for each other on the few threads of Swift's tasks.
    private static let made = Task { try await onOwnThread { try Certificates() } }

    private init() throws {
        authority = try PrivateAuthority()
        server = try authority.issue("server", names: ["DNS:localhost", "DNS:broker.test", "IP:127.0.0.1"])
        otherName = try authority.issue("elsewhere", names: ["DNS:elsewhere.test"])
        expired = try authority.issue("expired", names: ["DNS:localhost"], days: -1)
        client = try authority.issue("client", names: ["email:client@bobbin.test"])
    }
}
