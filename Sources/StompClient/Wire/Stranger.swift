/// What answers in place of a STOMP server, by the first bytes of what it says.
enum Stranger {
    case tls
    case http
    case amqp
    case other(String)

    /// Nil when the bytes may begin CONNECTED or ERROR, or a heart-beat before them.
    init?(_ bytes: Span<UInt8>) {
        guard bytes.count > 0 else { return nil }
        switch bytes[0] {
        case UInt8(ascii: "C"), UInt8(ascii: "E"), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
            return nil
        // A TLS alert (RFC 8446 §5.1): the port expects TLS.
        case 0x15:
            self = .tls
        default:
            let start = String(decoding: (0..<min(32, bytes.count)).map { bytes[$0] }, as: UTF8.self)
            if start.hasPrefix("HTTP/") {
                self = .http
            } else if start.hasPrefix("AMQP") {
                self = .amqp
            } else {
                self = .other(start)
            }
        }
    }

    var sentence: String {
        switch self {
        case .tls: "it answered in TLS, so the URL begins with stomp+ssl://"
        case .http: "it answered in HTTP, so the URL begins with ws:// or wss://"
        case .amqp: "it answered in AMQP; the STOMP port is another, often 61613"
        case .other(let start): "it answered \(start.debugDescription)"
        }
    }
}
