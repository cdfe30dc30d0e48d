extension WebSocketDecoder {
    /// Reports the messages from `position` on whose one frame is all there, plain and in order, and moves behind them;
    /// what stands there then is for the steps that know every rule.
    ///
    /// Nearly all that a client receives comes this way.
    @inline(__always)
    mutating func takeWholeMessages(
        _ bytes: Span<UInt8>,
        from position: inout Int,
        receiver: inout some WebSocketReceiver & ~Copyable
    ) {
        guard role == .client, message == nil, headerCount == 0 else { return }
        let limit = min(limits.frameSize, limits.messageSize)
        while let (kind, payload) = Self.wholeMessage(bytes, at: position), payload.count <= limit {
            let piece = bytes.extracting(payload)
            guard kind == .binary || !checksText || UTF8Validator.isText(piece) else { return }
            receiver.messageArrived(kind, piece)
            position = payload.upperBound
        }
    }

    /// The payload of an unmasked, final, plain frame of text or binary that starts at `start`, if all of it is there.
    @inline(__always)
    private static func wholeMessage(_ bytes: Span<UInt8>, at start: Int) -> (WebSocketMessageKind, Range<Int>)? {
        guard start >= 0, start &+ 4 <= bytes.count else { return nil }
        // The line above is the check.
        let head = UInt32(
            bigEndian: unsafe bytes.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: start, as: UInt32.self)
        )
        let first = head >> 24
        guard first == 0x81 || first == 0x82 else { return nil }
        var lower = start &+ 2
        var count = Int(head >> 16 & 0xFF)
        // Longer ones, empty ones and masked ones are rare enough.
        guard count > 0, count <= 126 else { return nil }
        if count == 126 {
            count = Int(head & 0xFFFF)
            guard count > 125 else { return nil }
            lower &+= 2
        }
        guard count <= bytes.count &- lower else { return nil }
        return (first == 0x81 ? .text : .binary, lower..<lower &+ count)
    }
}
