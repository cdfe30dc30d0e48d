/// What goes back for a REST call.
package struct APIResponse: Sendable {
    /// The body: bytes, or a file on this machine to be streamed.
    package enum Body: Sendable {
        case bytes([UInt8])
        case file(path: String, size: Int)
    }

    package var status: Int
    package var headers: [(name: String, value: String)]
    package var body: Body

    package init(status: Int, headers: [(name: String, value: String)] = [], body: Body = .bytes([])) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}
