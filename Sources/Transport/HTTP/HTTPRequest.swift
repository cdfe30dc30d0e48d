/// A request, complete but for what the client adds by itself (`Host`, `Content-Length`).
package struct HTTPRequest: Sendable {
    /// What is sent behind the headers.
    package enum Body: Sendable, Equatable {
        case none
        case bytes([UInt8])
        /// A file, read while it is sent; only a regular file is.
        case file(path: String)
    }

    package var method: HTTPMethod
    /// An absolute `http` or `https` URL, percent-encoded.
    package var url: String
    package var headers: HTTPHeaders
    package var body: Body
    /// The limit of the whole exchange; with a file, of a time without progress.
    package var timeout = Duration.seconds(30)
    /// The bytes of an answer's body above which it is given up.
    package var answerLimit = 8 * 1024 * 1024

    package init(_ method: HTTPMethod, _ url: String, headers: HTTPHeaders = [:], body: Body = .none) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
    }
}
