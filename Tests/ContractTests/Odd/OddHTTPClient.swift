import Community
import Synchronization
import Transport

/// A client whose server answers in odd forms, has pages with nothing on them, and finds a token expired in between.
final class OddHTTPClient: HTTPClient {
    private struct State {
        var forms: OddForms
        var untilExpiry: Int
    }

    private let http: any HTTPClient
    private let state: Mutex<State>

    /// - Parameter expiresAfter: how many signed-in calls are answered before the one that finds its token expired.
    init(_ http: any HTTPClient, seed: UInt64, tally: OddTally, expiresAfter: Int) {
        self.http = http
        state = Mutex(State(forms: OddForms(seed: seed, tally: tally), untilExpiry: expiresAfter))
    }

    func send(
        _ request: HTTPRequest,
        progress: (@Sendable (HTTPProgress) -> Void)?
    ) async throws(HTTPError) -> HTTPResponse {
        if request.headers["Authorization"] != nil, isExpiryDue() { return expired() }
        let page: (any OddPage)? = OddOffsetPage(request) ?? OddBackwardPage(request)
        var answer = try await http.send(page?.request ?? request, progress: progress)
        guard answer.headers["Content-Type"]?.hasPrefix("application/json") == true else { return answer }
        if answer.isSuccess, let page { answer.body = page.turned(answer.body) }
        answer.body = state.withLock { $0.forms.text(answer.body) }
        return answer
    }

    private func isExpiryDue() -> Bool {
        state.withLock { state in
            state.untilExpiry -= 1
            return state.untilExpiry == 0
        }
    }

    private func expired() -> HTTPResponse {
        let body = #"{"success": 0, "code": "AUTH401", "message": {"locale": "en", "text": "Expired."}, "extra": []}"#
        return HTTPResponse(status: 401, headers: ["Content-Type": "application/json"], body: Array(body.utf8))
    }
}
