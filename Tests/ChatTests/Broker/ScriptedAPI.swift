import Synchronization
import Transport

/// An API in memory that answers as a test says.
final class ScriptedAPI: HTTPClient {
    private let log = Mutex<[HTTPRequest]>([])
    private let answer: @Sendable (HTTPRequest, Int) -> HTTPResponse?

    /// - Parameter answer: gets a request and how many came before; nil never answers in time.
    init(_ answer: @escaping @Sendable (HTTPRequest, Int) -> HTTPResponse?) {
        self.answer = answer
    }

    /// Gives these answers in order.
    convenience init(_ answers: HTTPResponse...) {
        self.init { _, count in count < answers.count ? answers[count] : nil }
    }

    var requests: [HTTPRequest] { log.withLock { $0 } }

    func send(
        _ request: HTTPRequest,
        progress: (@Sendable (HTTPProgress) -> Void)?
    ) async throws(HTTPError) -> HTTPResponse {
        let count = log.withLock { log in
            log.append(request)
            return log.count - 1
        }
        guard let answer = answer(request, count) else { throw .timedOut(after: .seconds(30)) }
        return answer
    }
}

extension HTTPResponse {
    static func json(_ text: String, status: Int = 200) -> HTTPResponse {
        HTTPResponse(status: status, body: Array(text.utf8))
    }
}
