import StompClient
import Testing

@testable import Chat

@Suite("Words for a failure")
struct FailureReportTests {
    private static let url = "ws://broker.example:15674/ws"

    @Test(
        "name the thing, the next step and the class",
        arguments: [
            (
                ConnectionFailure.unreachable(host: "127.0.0.1", port: 15674, detail: "Connection refused"),
                FailureReport.Cause.noConnection,
                "can't reach 127.0.0.1:15674: connection refused; is the server running? (RabbitMQ: Scripts/rabbitmq start)"
            ),
            (
                .unreachable(host: "::1", port: 80, detail: "No route to host"), .noConnection,
                "can't reach [::1]:80: No route to host; is the server running?"
            ),
            (.nameNotResolved(host: "nosuch.invalid"), .noConnection, "can't find the host nosuch.invalid"),
            (.badURL("ftp://x", reason: "the scheme is ftp"), .usage, "it looks like ws://HOST:PORT/ws"),
            (.timedOut(step: .upgrading, after: .seconds(15)), .noConnection, "within 15 s (the WebSocket upgrade)"),
            (.tls(detail: "SSL certificate problem: unable to get local issuer certificate"), .noConnection, "caFile"),
            (.tls(detail: "wrong version number"), .noConnection, "does not speak TLS"),
            (.badCertificateFile(path: "/x.pem", detail: "no such file"), .usage, "/x.pem"),
            (.proxy(detail: "407"), .noConnection, "https_proxy"),
            (
                .upgradeRefused(status: 401, body: ""), .authentication,
                "HTTP 401; check the login and the password (BOBBIN_PASSWORD)"
            ),
            (.upgradeRefused(status: 403, body: "no"), .authentication, "HTTP 403: no"),
            (.upgradeRefused(status: 404, body: ""), .noConnection, "/ws/websocket"),
            (.upgradeRefused(status: 400, body: "Can \"Upgrade\" only to"), .noConnection, "/ws/websocket"),
            (
                .upgradeRefused(status: 200, body: "<html>"), .protocolError,
                "no WebSocket server: it answered with a page"
            ),
            (.upgradeRefused(status: 503, body: ""), .noConnection, "try again later"),
            (.redirected(status: 301, location: "https://b/ws"), .noConnection, "put the new address into the URL"),
            (.notWebSocket(detail: "SSH-2.0"), .protocolError, "no WebSocket server: SSH-2.0"),
            (.sockJS(tryPath: "/ws/websocket"), .protocolError, "whose path is /ws/websocket"),
            (
                .authentication(detail: "Access refused"), .authentication,
                "check the login and the password (BOBBIN_PASSWORD)"
            ),
            (
                .connectRefused(message: "Bad CONNECT", body: "Virtual host 'x' access denied"), .refused,
                "correct --host or \"host\" in the profile"
            ),
            (.connectRefused(message: "Bad CONNECT", body: "Access refused for user 'x'"), .authentication, "password"),
            (.badConnectHeader(name: "login"), .usage, "\"login\""),
            (.noCommonVersion(offered: "2.0"), .protocolError, "2.0"),
            (.protocolViolation(detail: "bad escape"), .protocolError, "--frames"),
            (.serverError(message: "Invalid destination", body: "'/a/b' is not"), .refused, "%2F"),
            (.serverError(message: "not_found", body: "no exchange 'x'"), .refused, "create it on the server"),
            (.serverError(message: "access_refused", body: ""), .refused, "ask who runs the server"),
            (
                .closedByServer(code: 1008, reason: "Access token expired"), .authentication,
                "1008: Access token expired"
            ),
            (.closedByServer(code: 1007, reason: "bad"), .protocolError, "--frames"),
            (.closedByServer(code: 1002, reason: ""), .protocolError, "(1002)"),
            (.closedByServer(code: 4500, reason: ""), .noConnection, "too slow"),
            (.closedByServer(code: nil, reason: ""), .noConnection, "broker.example:15674 ended the connection"),
            (.silent(after: .milliseconds(20_000)), .noConnection, "for 20 s"),
            (.lost(detail: "Connection reset by peer"), .noConnection, "was lost: Connection reset by peer"),
            (.system(detail: "too many open files"), .noConnection, "too many open files"),
            (
                .gaveUp(attempts: 3, last: .authentication(detail: "no")), .authentication,
                "gave up after 3 attempts: the server refused"
            ),
            (.gaveUp(attempts: 1, last: .lost(detail: "x")), .noConnection, "the connection to broker.example:15674"),
        ] as [(ConnectionFailure, FailureReport.Cause, String)]
    )
    func connection(failure: ConnectionFailure, cause: FailureReport.Cause, words: String) {
        let report = FailureReport(failure, url: FailureReportTests.url)
        #expect(report.cause == cause)
        #expect(report.description.contains(words), "\(report)")
        #expect(!report.description.contains { $0.isNewline })
    }

    @Test(
        "tell a message that was not sent from one that may have arrived",
        arguments: [
            (SendError.notConnected, FailureReport.Cause.noConnection, "not sent"),
            (.receiptTimedOut(after: .seconds(15)), .timedOut, "no confirmation within 15 s: it may or may not"),
            (.receiptLost(.lost(detail: "reset")), .noConnection, "may or may not have arrived"),
            (.receiptLost(nil), .noConnection, "the connection was closed"),
            (.refused(message: "Invalid destination", body: ""), .refused, "the server refused /topic/a/b: Invalid"),
            (.badHeader(name: "x"), .usage, "\"x\""),
            (.cancelled, .interrupted, "interrupted"),
        ] as [(SendError, FailureReport.Cause, String)]
    )
    func sending(error: SendError, cause: FailureReport.Cause, words: String) {
        let report = FailureReport(error, destination: "/topic/a/b")
        #expect(report.cause == cause)
        #expect(report.description.contains(words), "\(report)")
    }

    @Test("take in what servers say on one line, and no more than a little of it")
    func foreign() {
        let noise = "first\r\n\tsecond\u{2028}\u{0}" + String(repeating: "x", count: 100_000)
        let report = FailureReport(.serverError(message: noise, body: noise), url: "")
        #expect(report.description.contains("first second x"))
        #expect(report.description.count < 700)
        #expect(!report.description.contains { $0.isNewline })
    }

    @Test("never repeat a password that stands in a URL")
    func secrets() {
        let report = FailureReport(.silent(after: .seconds(1)), url: "ws://me:secret@host:1/ws?token=secret")
        #expect(report.description.contains("host:1"))
        #expect(!report.description.contains("secret"))
        let bad = FailureReport(.badURL("ws://me:secret@ho st/ws", reason: "a blank"), url: "")
        #expect(!bad.description.contains("secret"))
    }

    @Test("of a setting begin with the place")
    func setting() {
        let report = FailureReport.setting(
            file: "config.json5",
            line: 7,
            key: "url",
            problem: "is no URL",
            remedy: "fix it"
        )
        #expect(report.description == "config.json5:7: url is no URL; fix it")
    }

    @Test(
        "what is to be looked at is what the server did not take",
        arguments: [
            ("Token rejected", "renew the token (BOBBIN_TOKEN, or what the profile names)"),
            ("Bad passcode", "check the login and the password (BOBBIN_PASSWORD)"),
            (
                "",
                "check the login and the password (BOBBIN_PASSWORD) or the token (BOBBIN_TOKEN, or what the profile names)"
            ),
        ]
    )
    func credentials(detail: String, remedy: String) {
        let report = FailureReport(ConnectionFailure.authentication(detail: detail), url: "ws://h/ws")
        #expect(report.description.hasSuffix(remedy))
    }

    @Test("an expired token is to be renewed where it comes from")
    func expiredToken() {
        let failure = ConnectionFailure.closedByServer(code: 1008, reason: "Access token expired")
        let text = FailureReport(failure, url: "ws://h/ws").description
        #expect(text.contains("BOBBIN_TOKEN") && !text.contains("BOBBIN_PASSWORD"))
    }
}
