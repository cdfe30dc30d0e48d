extension WebSocketClose {
    /// Whether an endpoint may put `code` into a close frame (RFC 6455 §7.4 and the IANA registry).
    public static func isAllowed(_ code: UInt16) -> Bool {
        switch code {
        case 1000...1003, 1007...1014, 3000...4999: true
        default: false
        }
    }

    /// Reads the body of a close frame (RFC 6455 §5.5.1).
    init(body: Span<UInt8>) throws(WebSocketError) {
        switch body.count {
        case 0:
            self.init(code: nil)
        case 1:
            throw .badCloseBody
        default:
            let code = UInt16(body[0]) << 8 | UInt16(body[1])
            guard Self.isAllowed(code) else { throw .badCloseCode(code) }
            guard let text = try? UTF8Span(validating: body.extracting(droppingFirst: 2)) else { throw .invalidUTF8 }
            self.init(code: code, reason: String(copying: text))
        }
    }

    /// The reason cut to the 123 bytes that fit into a close frame, never inside a scalar.
    var wireReason: ArraySlice<UInt8> {
        let bytes = Array(reason.utf8)
        guard bytes.count > 123 else { return bytes[...] }
        var end = 123
        while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        return bytes[..<end]
    }
}
