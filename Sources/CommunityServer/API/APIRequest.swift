/// A REST call as it came in, with a body that is not a file.
package struct APIRequest: Sendable {
    package var method: String
    /// The path without query, percent-decoded, such as `/api/v1/members/me`.
    package var path: String
    /// The query in order, percent-decoded.
    package var query: [(name: String, value: String)]
    /// Headers by lower-case name; the first of repeated ones.
    package var headers: [String: String]
    package var body: [UInt8]
    /// The address of the caller, without port.
    package var remoteAddress: String

    package init(
        method: String,
        path: String,
        query: [(name: String, value: String)] = [],
        headers: [String: String] = [:],
        body: [UInt8] = [],
        remoteAddress: String = "127.0.0.1"
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
        self.remoteAddress = remoteAddress
    }
}
