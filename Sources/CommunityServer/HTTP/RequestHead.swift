/// The request line and the header fields of one request, checked against the server's rules.
struct RequestHead: Sendable {
    /// In capitals, as it came.
    var method: String
    /// Path and query.
    var target: RequestTarget
    /// Path and query as they came.
    var rawTarget: String
    /// All header fields in order, as they came.
    var fields: [(name: String, value: String)]
    /// Where the connection comes from, without port.
    var peerAddress: String

    /// The value of the first field of this name.
    subscript(name: String) -> String? {
        fields.first { $0.name.lowercased() == name }?.value
    }

    /// The length announced; nil when there is none.
    var contentLength: Int? { self["content-length"].flatMap { Int($0) } }

    /// RFC 9112 §6.3: two statements of a length that may differ are somebody's attempt to be read in two ways.
    var hasUnclearLength: Bool {
        let lengths = Set(fields.filter { $0.name.lowercased() == "content-length" }.map(\.value))
        return lengths.count > 1 || !lengths.isEmpty && self["transfer-encoding"] != nil
    }

    /// The request for the community, without a body.
    ///
    /// - Parameter trustsProxy: whether the address is the one that the proxy in front added last to `X-Forwarded-For`.
    func request(trustsProxy: Bool) -> APIRequest {
        var headers: [String: String] = [:]
        for field in fields where headers[field.name.lowercased()] == nil {
            headers[field.name.lowercased()] = field.value
        }
        // Whoever is no proxy says nothing here.
        if !trustsProxy { headers["x-forwarded-proto"] = nil }
        return APIRequest(
            // HEAD is GET without the body, which is left out when the answer is written (RFC 9110 §9.3.2).
            method: method == "HEAD" ? "GET" : method,
            path: target.path,
            query: target.query.map { ($0.name, $0.value) },
            headers: headers,
            remoteAddress: trustsProxy ? forwardedAddress ?? peerAddress : peerAddress
        )
    }

    /// The last entry is the proxy's own; those before it are whatever the caller claimed.
    private var forwardedAddress: String? {
        guard let list = fields.last(where: { $0.name.lowercased() == "x-forwarded-for" })?.value else { return nil }
        let last = list.split(separator: ",").last.map { $0.drop { $0 == " " } }.map(String.init) ?? ""
        let isAddress = !last.isEmpty && last.utf8.count <= 45 && last.allSatisfy { $0.isHexDigit || ".:".contains($0) }
        return isAddress ? last : nil
    }
}
