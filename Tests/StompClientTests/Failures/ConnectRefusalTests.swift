import Stomp
import Testing

@testable import StompClient

@Suite struct ConnectRefusalTests {
    private func failure(_ message: String, _ body: String) -> ConnectionFailure {
        ConnectRefusal.failure(
            for: StompServerError(StompFrame(.error, headers: ["message": message], body: Array(body.utf8)))
        )
    }

    @Test(
        "credentials that a server refuses are told from other causes",
        arguments: [
            ("Bad CONNECT", "Access refused for user 'guest'\n"),
            ("Bad CONNECT", "non-loopback access denied"),
            ("User name [x] or password is invalid.", ""),
            ("Unauthorized", ""),
            ("", #"{"success":false,"code":"AUTH401","message":"x"}"#),
        ]
    )
    func credentials(message: String, body: String) {
        guard case .authentication = failure(message, body) else {
            Issue.record("\(failure(message, body))")
            return
        }
    }

    @Test("a virtual host is no credential, and a version neither")
    func others() {
        let body = "Virtual host 'x' access denied"
        #expect(failure("Bad CONNECT", body) == .connectRefused(message: "Bad CONNECT", body: body))
        #expect(failure("Version mismatch", "1.0,1.1") == .noCommonVersion(offered: "1.0,1.1"))
    }
}
