/// Sends requests and returns answers.
package protocol HTTPClient: Sendable {
    /// Sends a request and returns the answer, whatever its status.
    ///
    /// Cancelling the task ends the exchange at once. A redirect is followed only where it can't change what is asked
    /// or of whom: a GET within one origin keeps its headers, one to another origin goes without `Authorization`, and
    /// anything else is an error.
    ///
    /// - Parameter progress: told how much of the body has been sent, at most some ten times a second, on a thread
    ///   that it must not block.
    func send(
        _ request: HTTPRequest,
        progress: (@Sendable (HTTPProgress) -> Void)?
    ) async throws(HTTPError) -> HTTPResponse
}

extension HTTPClient {
    /// Sends a request and returns the answer, whatever its status.
    package func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        try await send(request, progress: nil)
    }
}

/// How much of a body has been sent.
package struct HTTPProgress: Sendable, Equatable {
    package var sentBytes: Int
    package var totalBytes: Int

    package init(sentBytes: Int, totalBytes: Int) {
        self.sentBytes = sentBytes
        self.totalBytes = totalBytes
    }
}
