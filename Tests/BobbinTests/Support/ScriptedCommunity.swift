import Synchronization
import TestSupport

/// A community that a test plays: it knows one member and the calls of signing in.
final class ScriptedCommunity: Sendable {
    private let http: ScriptedHTTPServer

    /// - Parameter answers: what to answer in place of the usual; nil for the usual.
    init(_ answers: @escaping @Sendable (ScriptedHTTPServer.Request) -> ScriptedHTTPServer.Answer? = { _ in nil })
        throws
    {
        http = try ScriptedHTTPServer { answers($0) ?? ScriptedCommunity.usual($0) }
    }

    var url: String { http.url }
    var requests: [ScriptedHTTPServer.Request] { http.requests }

    /// The bodies that came for a path, in order.
    func bodies(_ path: String) -> [String] { http.requests.filter { $0.path == path }.map(\.text) }

    /// A success as the contract has it.
    static func success(_ result: String) -> ScriptedHTTPServer.Answer {
        .json(#"{"success": true, "code": "COMMON200", "message": "ok", "result": \#(result)}"#)
    }

    /// A failure as the contract has it.
    static func failure(_ status: Int, _ code: String, _ message: String) -> ScriptedHTTPServer.Answer {
        .json(#"{"success": false, "code": "\#(code)", "message": "\#(message)"}"#, status: status)
    }

    private static func usual(_ request: ScriptedHTTPServer.Request) -> ScriptedHTTPServer.Answer {
        switch request.path {
        case "/api/v1/auth/login" where request.text.contains("sesame"), "/api/v1/auth/signup":
            success(#"{"memberId": "7", "name": "Kim", "accessToken": "access-1", "refreshToken": "refresh-1"}"#)
        case "/api/v1/auth/login":
            failure(401, "AUTH4011", "E-mail or password is wrong")
        case "/api/v1/auth/logout":
            success("null")
        case "/api/v1/members/me" where request.headers["authorization"] == "Bearer access-1":
            success(#"{"memberId": "7", "name": "Kim", "email": "kim@example.org", "part": "iOS"}"#)
        case "/api/v1/members/me":
            failure(401, "AUTH401", "The token has expired")
        default:
            failure(404, "COMMON404", "There is no such call")
        }
    }
}
