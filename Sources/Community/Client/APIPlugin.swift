package import Transport

/// What goes along with every call: tokens, the log, a sign of activity. Plugins are asked in the order given.
package protocol APIPlugin: Sendable {
    /// A call begins; told once a call.
    func began(_ call: APICall) async
    /// Completes the request of an attempt.
    func prepare(_ request: inout HTTPRequest, for call: APICall) async throws(APIFailure)
    /// An attempt came to an end.
    func received(_ outcome: Result<HTTPResponse, HTTPError>, of call: APICall) async
    /// Mends what made an attempt fail, if it can; the call is then sent again.
    func mend(_ failure: APIFailure, after request: HTTPRequest, of call: APICall) async throws(APIFailure) -> Bool
    /// The call is over; told once a call.
    func ended(_ call: APICall, _ end: APICallEnd) async
}

/// How a call ended.
package enum APICallEnd: Sendable, Equatable {
    /// With an answer, of which so many list elements could not be read.
    case answered(dropped: [WireFault], droppedCount: Int)
    case failed(APIFailure)
}

extension APIPlugin {
    package func began(_ call: APICall) async {}
    package func prepare(_ request: inout HTTPRequest, for call: APICall) async throws(APIFailure) {}
    package func received(_ outcome: Result<HTTPResponse, HTTPError>, of call: APICall) async {}
    package func mend(
        _ failure: APIFailure,
        after request: HTTPRequest,
        of call: APICall
    ) async throws(APIFailure) -> Bool { false }
    package func ended(_ call: APICall, _ end: APICallEnd) async {}
}
