/// The answer to a request.
package struct HTTPResponse: Sendable, Equatable {
    package var status: Int
    package var headers: HTTPHeaders
    package var body: [UInt8]

    package init(status: Int, headers: HTTPHeaders = [:], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// Whether the server did what was asked (RFC 9110 §15.3).
    package var isSuccess: Bool { (200..<300).contains(status) }
}
