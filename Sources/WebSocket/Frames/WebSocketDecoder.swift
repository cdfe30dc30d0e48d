/// Reads frames from the bytes of one connection and reports messages and control frames (RFC 6455 §5, RFC 7692 §6).
///
/// Payloads are passed on in place as they come, never collected: what isn't masked or compressed is not copied, and no
/// frame costs an allocation. Only a header or a control payload that a read has cut is kept.
public struct WebSocketDecoder: ~Copyable, Sendable {
    /// Where the next byte belongs.
    private enum Step {
        case header
        case data(DataFrame)
        case control(ControlFrame)
        case closed
        case failed(WebSocketError)
    }

    private struct DataFrame {
        var isFinal: Bool
        var remaining: Int
        var mask: FrameMask?
    }

    private struct ControlFrame {
        var opcode: FrameOpcode
        var remaining: Int
        var mask: FrameMask?
    }

    let role: WebSocketRole
    let limits: WebSocketLimits
    let checksText: Bool
    private let allowsCompression: Bool
    private var step = Step.header
    var message: MessageInProgress?
    private var headerBytes: [14 of UInt8] = .init(repeating: 0)
    var headerCount = 0
    private var controlBytes: [125 of UInt8] = .init(repeating: 0)
    private var controlCount = 0
    private var inflater: Inflater?
    private var unmasked: [UInt8]
    private var inflated: [UInt8]

    /// Makes a decoder for the endpoint of role `role`, that is for what its peer sends.
    ///
    /// - Parameter checksText: whether a text message that is not UTF-8 is an error, as RFC 6455 §8.1 has it. Where a
    ///   peer passes on other people's bytes as text, that rule lets any of them end the connection.
    public init(
        role: WebSocketRole,
        limits: WebSocketLimits = .init(),
        compression: PermessageDeflate? = nil,
        checksText: Bool = true
    ) {
        self.role = role
        self.limits = limits
        self.checksText = checksText
        allowsCompression = compression != nil
        inflater = compression?.inflater(for: role)
        unmasked = role == .server ? [UInt8](repeating: 0, count: 16 << 10) : []
        inflated = compression == nil ? [] : [UInt8](repeating: 0, count: 16 << 10)
    }

    /// Decodes the next bytes of the connection, however they are cut.
    ///
    /// After a close frame whatever follows is ignored; after an error each call throws it again.
    ///
    /// - Throws: what the peer did wrong; everything before that has been reported.
    public mutating func decode(
        _ bytes: Span<UInt8>,
        into receiver: inout some WebSocketReceiver & ~Copyable
    ) throws(WebSocketError) {
        do throws(WebSocketError) {
            var position = 0
            while position < bytes.count {
                switch step {
                case .header:
                    takeWholeMessages(bytes, from: &position, receiver: &receiver)
                    guard let header = try nextHeader(bytes, from: &position) else { return }
                    try begin(header, receiver: &receiver)
                case .data(let frame):
                    try continueData(frame, bytes, from: &position, receiver: &receiver)
                case .control(let frame):
                    try continueControl(frame, bytes, from: &position, receiver: &receiver)
                case .closed:
                    return
                case .failed(let error):
                    throw error
                }
            }
        } catch {
            step = .failed(error)
            throw error
        }
    }
}

// MARK: Headers
extension WebSocketDecoder {
    /// The header at `position`, which it moves behind it; nil when bytes are missing, which are then kept.
    private mutating func nextHeader(
        _ bytes: Span<UInt8>,
        from position: inout Int
    ) throws(WebSocketError) -> FrameHeader? {
        if headerCount == 0, bytes.count - position >= FrameHeader.maximumSize {
            let start = position
            position += FrameHeader.size(second: bytes[start + 1])
            return try FrameHeader(bytes, at: start, receivedBy: role, allowingCompression: allowsCompression)
        }
        while position < bytes.count {
            headerBytes[headerCount] = bytes[position]
            headerCount += 1
            position += 1
            if headerCount >= 2, headerCount == FrameHeader.size(second: headerBytes[1]) {
                headerCount = 0
                return try FrameHeader(
                    headerBytes.span,
                    at: 0,
                    receivedBy: role,
                    allowingCompression: allowsCompression
                )
            }
        }
        return nil
    }

    private mutating func begin(
        _ header: FrameHeader,
        receiver: inout some WebSocketReceiver & ~Copyable
    ) throws(WebSocketError) {
        guard !header.opcode.isControl else {
            controlCount = 0
            let frame = ControlFrame(opcode: header.opcode, remaining: header.payloadLength, mask: header.mask)
            if frame.remaining == 0 { try finish(frame, receiver: &receiver) } else { step = .control(frame) }
            return
        }
        try checkSequence(header)
        if header.opcode != .continuation {
            let kind: WebSocketMessageKind = header.opcode == .text ? .text : .binary
            message = MessageInProgress(kind: kind, isCompressed: header.isCompressed, checksText: checksText)
            receiver.messageBegan(kind)
        }
        let frame = DataFrame(isFinal: header.isFinal, remaining: header.payloadLength, mask: header.mask)
        if frame.remaining == 0 { try finish(frame, receiver: &receiver) } else { step = .data(frame) }
    }

    private func checkSequence(_ header: FrameHeader) throws(WebSocketError) {
        let isContinuation = header.opcode == .continuation
        guard isContinuation == (message != nil) else {
            throw isContinuation ? .unexpectedContinuation : .interruptedMessage
        }
        guard header.payloadLength <= limits.frameSize else { throw .frameTooLarge(limit: limits.frameSize) }
        // A compressed message is measured while it is inflated.
        let isCompressed = message?.isCompressed ?? header.isCompressed
        guard isCompressed || header.payloadLength <= limits.messageSize - (message?.size ?? 0) else {
            throw .messageTooLarge(limit: limits.messageSize)
        }
    }
}

// MARK: Messages
extension WebSocketDecoder {
    private mutating func continueData(
        _ frame: DataFrame,
        _ bytes: Span<UInt8>,
        from position: inout Int,
        receiver: inout some WebSocketReceiver & ~Copyable
    ) throws(WebSocketError) {
        var frame = frame
        let end = position + min(frame.remaining, bytes.count - position)
        frame.remaining -= end - position
        if var mask = frame.mask {
            while position < end {
                let count = min(end - position, unmasked.count)
                try deliver(bytes.extracting(position..<position + count), unmaskedWith: &mask, to: &receiver)
                position += count
            }
            frame.mask = mask
        } else {
            try deliver(bytes.extracting(position..<end), to: &receiver)
            position = end
        }
        if frame.remaining == 0 { try finish(frame, receiver: &receiver) } else { step = .data(frame) }
    }

    private mutating func deliver(
        _ piece: Span<UInt8>,
        unmaskedWith mask: inout FrameMask,
        to receiver: inout some WebSocketReceiver & ~Copyable
    ) throws(WebSocketError) {
        // The scratch memory is moved out and back, so that it can be read while the rest of the decoder changes.
        var plain: [UInt8] = []
        swap(&plain, &unmasked)
        defer { swap(&plain, &unmasked) }
        do {
            var target = plain.mutableSpan
            mask.apply(piece, into: &target)
        }
        try deliver(plain.span.extracting(first: piece.count), to: &receiver)
    }

    private mutating func deliver(
        _ piece: Span<UInt8>,
        to receiver: inout some WebSocketReceiver & ~Copyable
    ) throws(WebSocketError) {
        guard var current = message else { return }
        if current.isCompressed {
            try inflate(piece, of: &current, to: &receiver)
        } else {
            try current.deliver(piece, limit: limits.messageSize, to: &receiver)
        }
        message = current
    }

    private mutating func inflate(
        _ piece: Span<UInt8>,
        of current: inout MessageInProgress,
        to receiver: inout some WebSocketReceiver & ~Copyable
    ) throws(WebSocketError) {
        var position = 0
        var progress = Inflater.Progress()
        repeat {
            // One byte more than allowed shows that there is more.
            let room = min(limits.messageSize - current.size, inflated.count) + 1
            progress = inflater?.inflate(piece, from: &position, into: &inflated, room: room) ?? progress
            let plain = inflated.span.extracting(first: progress.produced)
            try current.deliver(plain, limit: limits.messageSize, to: &receiver)
            guard !progress.isBroken else { throw .badCompression }
        } while position < piece.count || progress.isOutputFull
    }

    private mutating func finish(
        _ frame: DataFrame,
        receiver: inout some WebSocketReceiver & ~Copyable
    ) throws(WebSocketError) {
        step = .header
        guard frame.isFinal, var current = message else { return }
        if current.isCompressed {
            // RFC 7692 §7.2.2: the four bytes that the sender left out.
            let tail: [4 of UInt8] = [0x00, 0x00, 0xFF, 0xFF]
            try inflate(tail.span, of: &current, to: &receiver)
            guard inflater?.endMessage() == true else { throw .badCompression }
        }
        try current.finish(to: &receiver)
        message = nil
    }
}

// MARK: Control frames
extension WebSocketDecoder {
    private mutating func continueControl(
        _ frame: ControlFrame,
        _ bytes: Span<UInt8>,
        from position: inout Int,
        receiver: inout some WebSocketReceiver & ~Copyable
    ) throws(WebSocketError) {
        var frame = frame
        let count = min(frame.remaining, bytes.count - position)
        for offset in 0..<count { controlBytes[controlCount + offset] = bytes[position + offset] }
        controlCount += count
        position += count
        frame.remaining -= count
        if frame.remaining == 0 { try finish(frame, receiver: &receiver) } else { step = .control(frame) }
    }

    private mutating func finish(
        _ frame: ControlFrame,
        receiver: inout some WebSocketReceiver & ~Copyable
    ) throws(WebSocketError) {
        step = .header
        if var mask = frame.mask {
            var payload = controlBytes.mutableSpan
            mask.apply(to: &payload, in: 0..<controlCount)
        }
        let payload = controlBytes.span.extracting(first: controlCount)
        switch frame.opcode {
        case .ping:
            receiver.pinged(payload)
        case .pong:
            receiver.ponged(payload)
        default:
            receiver.closed(try WebSocketClose(body: payload))
            step = .closed
        }
    }
}
