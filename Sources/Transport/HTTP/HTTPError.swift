/// Why there is no answer to a request.
package enum HTTPError: Error, Sendable, Equatable {
    /// There was no connection, or it broke.
    case transport(TransportError)
    /// The answer did not come within the limit.
    case timedOut(after: Duration)
    /// The answer's body is larger than allowed.
    case answerTooLarge(limit: Int)
    /// What came is no answer of HTTP.
    case badAnswer(detail: String)
    /// The server sent the request elsewhere, where it must not follow.
    case redirected(status: Int, location: String)
    /// The request can't be sent: a header with a line break, a URL of another kind.
    case badRequest(detail: String)
    /// The file to send can't be read.
    case unreadableFile(path: String, detail: String)
    /// The task was cancelled.
    case cancelled
}
