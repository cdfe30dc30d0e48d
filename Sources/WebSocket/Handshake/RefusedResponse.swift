/// A response other than 101, of whose body the start is kept (RFC 9112 §6).
struct RefusedResponse: Sendable {
    /// How the body's end is found.
    private enum Framing: Sendable {
        case length(remaining: Int)
        case chunked(ChunkedBody)
        case untilEnd
    }

    private let response: HandshakeResponse
    private let bodyLimit: Int
    private var framing: Framing
    private var body: [UInt8] = []

    init(_ response: HandshakeResponse, bodyLimit: Int) {
        self.response = response
        self.bodyLimit = bodyLimit
        let fields = response.head.fields
        if response.status == 204 || response.status == 304 {
            framing = .length(remaining: 0)
        } else if fields.contains("chunked", in: "Transfer-Encoding") {
            framing = .chunked(ChunkedBody())
        } else if let length = fields.values(of: "Content-Length").first.flatMap({ Int($0) }), length >= 0 {
            framing = .length(remaining: length)
        } else {
            framing = .untilEnd
        }
    }

    /// Whether all of the body came, or as much as is kept.
    var isComplete: Bool {
        if body.count >= bodyLimit { return true }
        return switch framing {
        case .length(let remaining): remaining == 0
        case .chunked(let chunks): chunks.isComplete
        case .untilEnd: false
        }
    }

    /// The refusal with what came so far.
    var error: WebSocketHandshakeError {
        let kept = ["location", "www-authenticate", "retry-after", "content-type"]
        return .refused(
            status: response.status,
            reason: response.reason,
            headers: response.head.fields.filter { kept.contains($0.name.lowercased()) },
            body: body
        )
    }

    /// Takes bytes of the body from `position` on, which it moves.
    mutating func receive(_ bytes: Span<UInt8>, from position: inout Int) {
        while position < bytes.count, !isComplete {
            let byte = bytes[position]
            position += 1
            switch framing {
            case .length(let remaining):
                framing = .length(remaining: remaining - 1)
                body.append(byte)
            case .chunked(var chunks):
                if chunks.receive(byte) { body.append(byte) }
                framing = .chunked(chunks)
            case .untilEnd:
                body.append(byte)
            }
        }
    }
}
