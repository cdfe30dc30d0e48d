/// Writes messages and control frames as bytes for the wire (RFC 6455 §5, RFC 7692 §6).
///
/// A client masks each frame with a key that its caller draws afresh and at random (RFC 6455 §5.3); a server ignores it.
public struct WebSocketEncoder: ~Copyable, Sendable {
    private let role: WebSocketRole
    private var deflater: Deflater?
    private var compressed: [UInt8] = []

    /// Makes an encoder for what the endpoint of role `role` sends; with compression every message is compressed, since
    /// the window that both sides keep makes even short ones shorter.
    public init(role: WebSocketRole, compression: PermessageDeflate? = nil) {
        self.role = role
        deflater = compression?.deflater(for: role)
    }

    /// Appends a message in one frame. Text must be UTF-8; that is not checked.
    public mutating func message(
        _ payload: Span<UInt8>,
        kind: WebSocketMessageKind,
        mask: UInt32,
        into output: inout [UInt8]
    ) {
        message(payload, kind: kind, fragmentSize: .max, masks: { mask }, into: &output)
    }

    /// Appends a message in frames of at most `fragmentSize` bytes, which must be positive; `masks` is asked for a key
    /// a frame.
    public mutating func message(
        _ payload: Span<UInt8>,
        kind: WebSocketMessageKind,
        fragmentSize: Int,
        masks: () -> UInt32,
        into output: inout [UInt8]
    ) {
        guard deflater != nil else {
            frames(payload, kind: kind, isCompressed: false, fragmentSize: fragmentSize, masks: masks, into: &output)
            return
        }
        let count = deflater?.compress(payload, into: &compressed) ?? 0
        frames(
            compressed.span.extracting(first: count),
            kind: kind,
            isCompressed: true,
            fragmentSize: fragmentSize,
            masks: masks,
            into: &output
        )
        // One large message does not hold its memory for ever.
        if compressed.count > 1 << 20 { compressed = [] }
    }

    /// Appends a ping; the payload has at most 125 bytes.
    public func ping(_ payload: Span<UInt8>, mask: UInt32, into output: inout [UInt8]) {
        control(.ping, payload, mask: mask, into: &output)
    }

    /// Appends a pong, which carries the payload of the ping it answers: at most 125 bytes.
    public func pong(_ payload: Span<UInt8>, mask: UInt32, into output: inout [UInt8]) {
        control(.pong, payload, mask: mask, into: &output)
    }

    /// Appends a close frame; without a code it has no body, and a reason is cut to 123 bytes between two scalars.
    ///
    /// - Throws: `badCloseCode` for a code that may not be sent (RFC 6455 §7.4).
    public func close(
        code: UInt16?,
        reason: String = "",
        mask: UInt32,
        into output: inout [UInt8]
    ) throws(WebSocketError) {
        var body: [UInt8] = []
        if let code {
            guard WebSocketClose.isAllowed(code) else { throw .badCloseCode(code) }
            body = [UInt8(code >> 8), UInt8(code & 0xFF)]
            body += WebSocketClose(code: code, reason: reason).wireReason
        }
        control(.close, body.span, mask: mask, into: &output)
    }

    private func control(_ opcode: FrameOpcode, _ payload: Span<UInt8>, mask: UInt32, into output: inout [UInt8]) {
        precondition(payload.count <= 125, "the payload of a control frame has at most 125 bytes")
        frame(opcode, isFinal: true, isCompressed: false, payload, mask: mask, into: &output)
    }

    private borrowing func frames(
        _ payload: Span<UInt8>,
        kind: WebSocketMessageKind,
        isCompressed: Bool,
        fragmentSize: Int,
        masks: () -> UInt32,
        into output: inout [UInt8]
    ) {
        precondition(fragmentSize > 0, "a fragment has at least one byte")
        var position = 0
        repeat {
            let end = position + min(fragmentSize, payload.count - position)
            let isFirst = position == 0
            frame(
                isFirst ? (kind == .text ? .text : .binary) : .continuation,
                isFinal: end == payload.count,
                isCompressed: isCompressed && isFirst,
                payload.extracting(position..<end),
                mask: masks(),
                into: &output
            )
            position = end
        } while position < payload.count
    }

    private borrowing func frame(
        _ opcode: FrameOpcode,
        isFinal: Bool,
        isCompressed: Bool,
        _ payload: Span<UInt8>,
        mask: UInt32,
        into output: inout [UInt8]
    ) {
        FrameHeader.write(
            opcode,
            isFinal: isFinal,
            isCompressed: isCompressed,
            payloadLength: payload.count,
            maskKey: role == .client ? mask : nil,
            to: &output
        )
        let start = output.count
        // The pointer does not leave the call; arrays can't yet append a span.
        unsafe payload.withUnsafeBufferPointer { unsafe output.append(contentsOf: $0) }
        if role == .client {
            var key = FrameMask(key: mask)
            let end = output.count
            var target = output.mutableSpan
            key.apply(to: &target, in: start..<end)
        }
    }
}
