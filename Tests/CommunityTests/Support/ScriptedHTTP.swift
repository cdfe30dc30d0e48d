import Community
import Synchronization
import Testing
import Transport

/// An HTTP client that asks the test for each answer.
final class ScriptedHTTP: HTTPClient {
    private let answer: @Sendable (HTTPRequest) async throws(HTTPError) -> HTTPResponse
    private let seen = Mutex<[HTTPRequest]>([])

    init(_ answer: @escaping @Sendable (HTTPRequest) async throws(HTTPError) -> HTTPResponse) {
        self.answer = answer
    }

    /// All requests so far.
    var requests: [HTTPRequest] { seen.withLock { $0 } }

    func send(
        _ request: HTTPRequest,
        progress: (@Sendable (HTTPProgress) -> Void)?
    ) async throws(HTTPError) -> HTTPResponse {
        seen.withLock { $0.append(request) }
        return try await answer(request)
    }
}

extension HTTPRequest {
    /// The path, without the server and the query.
    var path: String {
        let afterHost = url.split(separator: "/", omittingEmptySubsequences: false).dropFirst(3).joined(separator: "/")
        return "/" + afterHost.prefix { $0 != "?" }
    }

    var text: String {
        if case .bytes(let bytes) = body { String(decoding: bytes, as: UTF8.self) } else { "" }
    }
}

extension HTTPResponse {
    static func json(_ text: String, status: Int = 200, headers: HTTPHeaders = [:]) -> HTTPResponse {
        HTTPResponse(status: status, headers: headers, body: Array(text.utf8))
    }

    /// A success envelope around a payload.
    static func success(_ result: String = "null") -> HTTPResponse {
        json(#"{"success": true, "code": "COMMON200", "message": "", "result": \#(result)}"#)
    }

    static func failure(_ status: Int, _ code: String, message: String = "no") -> HTTPResponse {
        json(#"{"success": false, "code": "\#(code)", "message": "\#(message)"}"#, status: status)
    }
}

extension APIClient {
    /// A client for tests.
    static func scripted(
        _ http: any HTTPClient,
        base: String = "https://community.example",
        plugins: [any APIPlugin] = [],
        clock: any Clock<Duration> = ContinuousClock()
    ) throws -> APIClient {
        APIClient(
            base: try #require(BaseURL(base)),
            http: http,
            identity: ClientIdentity(version: "0.1.0", timeZone: "Asia/Seoul"),
            plugins: plugins,
            clock: clock,
            now: { Timestamp(milliseconds: 1_796_011_506_000) },
            chance: { 0 }
        )
    }
}
