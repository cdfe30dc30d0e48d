import Glibc
import WebSocket

/// What can go wrong, in one line, with the exit code it ends in.
enum EchoFailure: Error, CustomStringConvertible {
    case usage(String)
    case noConnection(String)
    case system(call: String, code: Int32)
    case handshake(WebSocketHandshakeError)
    case request(WebSocketRequestError)
    case protocolError(WebSocketError)
    case unexpectedAnswer(String)
    case timedOut
    case endedEarly

    var exitCode: Int32 {
        switch self {
        case .usage: 2
        case .noConnection, .system: 5
        case .handshake, .request, .protocolError, .unexpectedAnswer, .endedEarly: 6
        case .timedOut: 124
        }
    }

    var description: String {
        switch self {
        case .usage(let text): "wrong use: \(text)"
        case .noConnection(let text): text
        case .system(let call, let code): "\(call): \(String(cString: strerror(code)))"
        case .handshake(let error): "no WebSocket: \(error)"
        case .request(let error): "request refused: \(error.detail)"
        case .protocolError(let error): "closed with \(error.closeCode): \(error.reason)"
        case .unexpectedAnswer(let text): "the answer of the fuzzing server is not a number: \(text.debugDescription)"
        case .timedOut: "nothing came for too long"
        case .endedEarly: "the peer ended the connection without a close frame"
        }
    }
}
