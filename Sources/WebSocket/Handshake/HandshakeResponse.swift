/// The head of a server's response.
struct HandshakeResponse: Sendable, Equatable {
    var status: Int
    var reason: String
    var isHTTP11: Bool
    var head: HTTPHead

    /// Throws `notHTTP` as soon as the first bytes of a response can't be HTTP/1.
    static func checkStart(_ bytes: [UInt8]) throws(WebSocketHandshakeError) {
        let expected = Array("HTTP/1.".utf8)
        let count = min(bytes.count, expected.count)
        guard bytes[..<count] == expected[..<count] else { throw .notHTTP(start: Array(bytes.prefix(80))) }
    }

    init(_ bytes: ArraySlice<UInt8>) throws(WebSocketHandshakeError) {
        do throws(HTTPHead.Fault) {
            head = try HTTPHead(bytes, joiningFoldedFields: true)
        } catch {
            throw .badResponse(detail: error.detail)
        }
        // RFC 9112 §4: HTTP-version SP status-code SP [ reason-phrase ]; some leave the last space out.
        let parts = head.startLine.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count >= 2, parts[0] == "HTTP/1.1" || parts[0] == "HTTP/1.0",
            parts[1].utf8.count == 3, let status = Int(parts[1]), status >= 100
        else { throw .notHTTP(start: Array(bytes.prefix(80))) }
        self.status = status
        isHTTP11 = parts[0] == "HTTP/1.1"
        reason = parts.count == 3 ? HTTPSyntax.trim(parts[2]) : ""
    }
}
