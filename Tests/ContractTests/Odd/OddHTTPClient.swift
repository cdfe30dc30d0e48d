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
        let page = OddPage(request)
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

/// A list by offsets whose first page has nothing on it and says that there is more.
private struct OddPage {
    /// What the server is really asked.
    private(set) var request: HTTPRequest
    private let offset: Int

    init?(_ request: HTTPRequest) {
        guard request.method == .get, let place = request.url.firstRange(of: "offset=") else { return nil }
        let digits = request.url[place.upperBound...].prefix(while: \.isNumber)
        guard let offset = Int(digits) else { return nil }
        self.offset = offset
        self.request = request
        self.request.url.replaceSubrange(digits.startIndex..<digits.endIndex, with: "\(max(0, offset - 1))")
    }

    func turned(_ body: [UInt8]) -> [UInt8] {
        guard var answer = try? JSONTree(body), var result = answer["result"] else { return body }
        if offset == 0 {
            for list in ["threads", "items"] where result[list] != nil { result[list] = .list([]) }
            result["nextOffset"] = .integer(1)
        } else {
            // They stood on the first page.
            if offset == 1, result["pinned"] != nil { result["pinned"] = .list([]) }
            if let next = result["nextOffset"]?.number { result["nextOffset"] = .integer(next + 1) }
        }
        answer["result"] = result
        return answer.bytes
    }
}
