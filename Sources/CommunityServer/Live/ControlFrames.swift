import WebSocket

/// The server's WebSocket control frames (RFC 6455 §5.5).
enum ControlFrames {
    /// An empty ping.
    static let ping: [UInt8] = {
        var bytes: [UInt8] = []
        let nothing: [UInt8] = []
        WebSocketEncoder(role: .server).ping(nothing.span, mask: 0, into: &bytes)
        return bytes
    }()

    /// The answer to a ping.
    static func pong(_ payload: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        WebSocketEncoder(role: .server).pong(payload.span, mask: 0, into: &bytes)
        return bytes
    }

    /// A close; a code that may not be sent is left out.
    static func close(code: UInt16?, reason: String = "") -> [UInt8] {
        var bytes: [UInt8] = []
        let encoder = WebSocketEncoder(role: .server)
        do throws(WebSocketError) {
            try encoder.close(code: code, reason: reason, mask: 0, into: &bytes)
        } catch {
            bytes = []
            // Without a code there is nothing to refuse.
            try? encoder.close(code: nil, mask: 0, into: &bytes)
        }
        return bytes
    }
}
