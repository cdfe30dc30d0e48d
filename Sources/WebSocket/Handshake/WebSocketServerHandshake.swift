/// The server's part of the opening handshake (RFC 6455 §4.2).
public struct WebSocketServerHandshake: Sendable {
    private enum State: Sendable {
        case head
        case ended(WebSocketRequestError?)
    }

    private let headLimit: Int
    private var buffer: HTTPHeadBuffer
    private var state = State.head

    /// Makes a handshake that takes headers of at most `headLimit` bytes.
    public init(headLimit: Int = 16 << 10) {
        self.headLimit = headLimit
        buffer = HTTPHeadBuffer(limit: headLimit)
    }

    /// Takes the next bytes from the client.
    ///
    /// - Returns: nil while the request is incomplete, then once the request, to be accepted or refused.
    /// - Throws: why it can't open a WebSocket; send the error's `responseBytes` and close.
    public mutating func receive(_ bytes: Span<UInt8>) throws(WebSocketRequestError) -> WebSocketRequest? {
        switch state {
        case .head: break
        case .ended(nil): return nil
        case .ended(.some(let error)): throw error
        }
        do throws(WebSocketRequestError) {
            var position = 0
            let outcome = buffer.take(bytes, from: &position)
            try Self.checkStart(buffer.bytes)
            switch outcome {
            case .incomplete:
                return nil
            case .tooLarge:
                throw .tooLarge(limit: headLimit)
            case .complete:
                let request = try WebSocketRequest(head: buffer.bytes[...], consumed: position)
                state = .ended(nil)
                return request
            }
        } catch {
            state = .ended(error)
            throw error
        }
    }

    /// A response that refuses the upgrade with `status`, 400 to 599, and says why in `body`; the connection is to be
    /// closed after it.
    public static func refuse(status: Int, headers: [HTTPField] = [], body: String = "") -> [UInt8] {
        var lines = [
            "HTTP/1.1 \(status) \(reasonPhrase(status))",
            "Connection: close",
            "Content-Type: text/plain; charset=utf-8",
            "Content-Length: \(body.utf8.count)",
        ]
        for field in headers {
            precondition(field.isValid, "a header of a response has a bad name or value")
            lines.append("\(field.name): \(field.value)")
        }
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8)
    }

    /// Something that can't become a request line is not collected until the limit.
    private static func checkStart(_ bytes: [UInt8]) throws(WebSocketRequestError) {
        guard let first = bytes.first, !HTTPSyntax.isToken(first) else { return }
        throw .malformed(detail: "This is not HTTP.")
    }

    private static func reasonPhrase(_ status: Int) -> String {
        switch status {
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 426: "Upgrade Required"
        case 429: "Too Many Requests"
        case 431: "Request Header Fields Too Large"
        case 503: "Service Unavailable"
        default: status < 500 ? "Refused" : "Server Error"
        }
    }
}
