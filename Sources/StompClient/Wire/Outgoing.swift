import Stomp
import WebSocket

/// Bytes on their way to the stream: frames encoded for the wire, in order.
struct Outgoing: ~Copyable {
    /// Nil where the stream itself carries the frames.
    private var encoder: WebSocketEncoder?
    private let splitsAt: Int?
    private let usesSockJS: Bool
    private var bytes: [UInt8] = []

    init(compression: PermessageDeflate?, splitsAt: Int?, usesSockJS: Bool = false) {
        encoder = WebSocketEncoder(role: .client, compression: compression)
        self.splitsAt = splitsAt
        self.usesSockJS = usesSockJS
    }

    /// Frames go out as they are.
    init() {
        encoder = nil
        splitsAt = nil
        usesSockJS = false
    }

    var count: Int { bytes.count }

    /// One STOMP frame, or a heart-beat, as one WebSocket message; several only where the settings ask for it.
    mutating func message(_ frame: [UInt8]) {
        guard encoder != nil else {
            bytes += frame
            return
        }
        let kind: WebSocketMessageKind = frame.isUTF8 ? .text : .binary
        var start = 0
        repeat {
            let end = pieceEnd(of: frame, from: start, isText: kind == .text)
            if usesSockJS {
                let text = SockJSFrame.bytes(of: frame[start..<end])
                encoder?.message(text.span, kind: .text, mask: .random(in: 0 ... .max), into: &bytes)
            } else {
                let piece = frame.span.extracting(start..<end)
                encoder?.message(piece, kind: kind, mask: .random(in: 0 ... .max), into: &bytes)
            }
            start = end
        } while start < frame.count
    }

    /// Where a piece ends: at the limit, or before the scalar that the limit would cut in a text message.
    private func pieceEnd(of frame: [UInt8], from start: Int, isText: Bool) -> Int {
        guard let splitsAt, frame.count - start > splitsAt else { return frame.count }
        let limit = start + max(4, splitsAt)
        guard isText, limit < frame.count else { return min(limit, frame.count) }
        var end = limit
        while end > start, frame[end] & 0xC0 == 0x80 { end -= 1 }
        return end
    }

    /// Asks for a sign of life, where there is a way to.
    mutating func ping() {
        encoder?.ping([UInt8]().span, mask: .random(in: 0 ... .max), into: &bytes)
    }

    mutating func pong(_ payload: [UInt8]) {
        encoder?.pong(payload.span, mask: .random(in: 0 ... .max), into: &bytes)
    }

    mutating func close(code: UInt16?, reason: String) {
        // A code that may not be sent is a fault of ours that must not keep the socket open: close without one.
        do throws(WebSocketError) {
            try encoder?.close(code: code, reason: reason, mask: .random(in: 0 ... .max), into: &bytes)
        } catch {
            try? encoder?.close(code: nil, mask: .random(in: 0 ... .max), into: &bytes)
        }
    }

    /// Takes everything that waits.
    mutating func take() -> [UInt8] {
        defer { bytes = [] }
        return bytes
    }
}

extension [UInt8] {
    fileprivate var isUTF8: Bool { String(validating: self, as: UTF8.self) != nil }
}
