/// HTTP over libcurl: one thread, connections kept open and shared, HTTP/2 where the server offers it over TLS.
package final class CurlHTTPClient: HTTPClient {
    /// An answer and where its redirect leads, resolved against the request's URL.
    struct Answer {
        let response: HTTPResponse
        let redirectURL: String?
    }

    private let settings: TransportSettings
    private let worker: HTTPWorker

    /// Makes a client; its thread starts with the first request and ends with the client.
    package init(settings: TransportSettings = TransportSettings()) throws(HTTPError) {
        self.settings = settings
        worker = try HTTPWorker(settings: settings)
    }

    deinit {
        worker.stop()
    }

    package func send(
        _ request: HTTPRequest,
        progress: (@Sendable (HTTPProgress) -> Void)?
    ) async throws(HTTPError) -> HTTPResponse {
        var request = request
        var redirects = RedirectRule()
        while true {
            let answer = try await worker.exchange(request, progress: progress)
            guard
                let next = try redirects.next(
                    after: request,
                    answeredWith: answer.response.status,
                    location: answer.redirectURL
                )
            else { return answer.response }
            request = next
        }
    }
}
