/// Why a server does not open a WebSocket on a request.
public enum WebSocketRequestError: Error, Sendable, Equatable {
    /// The request is not HTTP/1.1, or breaks its grammar.
    case malformed(detail: String)
    /// The method is not GET.
    case badMethod(String)
    /// The request is plain HTTP, without an upgrade to WebSocket.
    case noUpgrade
    /// A field that RFC 6455 §4.2.1 requires is missing, repeated or wrong.
    case badField(name: String)
    /// The client speaks another version of the protocol than 13.
    case badVersion
    /// The header is longer than the limit, in bytes.
    case tooLarge(limit: Int)

    /// The status of the response.
    public var status: Int {
        switch self {
        case .malformed, .badField: 400
        case .badMethod: 405
        case .noUpgrade, .badVersion: 426
        case .tooLarge: 431
        }
    }

    /// What is wrong, in one sentence; the body of the response.
    public var detail: String {
        switch self {
        case .malformed(let detail): detail
        case .badMethod(let method): "The method \(method) does not open a WebSocket; GET does."
        case .noUpgrade: "This address speaks WebSocket only."
        case .badField(let name): "The header \(name) is missing or wrong."
        case .badVersion: "Only version 13 of the protocol is spoken here."
        case .tooLarge(let limit): "The header is longer than \(limit) bytes."
        }
    }

    /// The response to send before closing the connection.
    public var responseBytes: [UInt8] {
        var headers: [HTTPField] = []
        switch self {
        case .badMethod:
            headers = [HTTPField(name: "Allow", value: "GET")]
        case .noUpgrade:
            headers = [HTTPField(name: "Upgrade", value: "websocket")]
        case .badVersion:
            // RFC 6455 §4.2.2
            headers = [
                HTTPField(name: "Upgrade", value: "websocket"), HTTPField(name: "Sec-WebSocket-Version", value: "13"),
            ]
        case .malformed, .badField, .tooLarge:
            break
        }
        return WebSocketServerHandshake.refuse(status: status, headers: headers, body: detail + "\n")
    }
}
