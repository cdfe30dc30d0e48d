/// The opcodes that have a meaning (RFC 6455 §5.2).
enum FrameOpcode: UInt8, Sendable {
    case continuation = 0
    case text = 1
    case binary = 2
    case close = 8
    case ping = 9
    case pong = 10

    var isControl: Bool { rawValue >= 8 }
}

/// What stands before a frame's payload (RFC 6455 §5.2).
struct FrameHeader: Sendable, Equatable {
    /// No header is longer, in bytes.
    static let maximumSize = 14

    var isFinal: Bool
    /// RSV1: the message is compressed (RFC 7692 §6).
    var isCompressed: Bool
    var opcode: FrameOpcode
    var mask: FrameMask?
    var payloadLength: Int

    /// The number of bytes of a header whose second byte is `second`.
    static func size(second: UInt8) -> Int {
        let lengthBytes = second & 0x7F == 127 ? 8 : second & 0x7F == 126 ? 2 : 0
        return 2 + lengthBytes + (second & 0x80 == 0 ? 0 : 4)
    }

    /// Reads the header of a frame that came to an endpoint of role `role`; `bytes` holds all of it from `start` on.
    init(
        _ bytes: Span<UInt8>,
        at start: Int,
        receivedBy role: WebSocketRole,
        allowingCompression: Bool
    ) throws(WebSocketError) {
        let first = bytes[start]
        let second = bytes[start + 1]
        guard first & 0x30 == 0 else { throw .reservedBits }
        guard let opcode = FrameOpcode(rawValue: first & 0x0F) else { throw .reservedOpcode(first & 0x0F) }
        isFinal = first & 0x80 != 0
        isCompressed = first & 0x40 != 0
        self.opcode = opcode
        // RFC 7692 §6: RSV1 belongs on the first frame of a message only.
        guard !isCompressed || allowingCompression && (opcode == .text || opcode == .binary) else {
            throw .reservedBits
        }
        if opcode.isControl {
            guard isFinal else { throw .fragmentedControl }
            guard second & 0x7F <= 125 else { throw .longControl }
        }
        let isMasked = second & 0x80 != 0
        guard isMasked == (role == .server) else { throw isMasked ? .masked : .unmasked }

        var position = start + 2
        payloadLength = try Self.payloadLength(second & 0x7F, bytes, &position)
        mask = isMasked ? FrameMask(key: UInt32(truncatingIfNeeded: bytes.bigEndian(4, at: position))) : nil
    }

    private static func payloadLength(
        _ short: UInt8,
        _ bytes: Span<UInt8>,
        _ position: inout Int
    ) throws(WebSocketError) -> Int {
        let length: UInt64
        switch short {
        case 126:
            length = bytes.bigEndian(2, at: position)
            position += 2
            guard length > 125 else { throw .badLength }
        case 127:
            length = bytes.bigEndian(8, at: position)
            position += 8
            guard length > 0xFFFF else { throw .badLength }
        default:
            length = UInt64(short)
        }
        guard let length = Int(exactly: length) else { throw .badLength }
        return length
    }

    /// Appends the header in its shortest form.
    static func write(
        _ opcode: FrameOpcode,
        isFinal: Bool,
        isCompressed: Bool = false,
        payloadLength: Int,
        maskKey: UInt32?,
        to output: inout [UInt8]
    ) {
        output.append(opcode.rawValue | (isFinal ? 0x80 : 0) | (isCompressed ? 0x40 : 0))
        let maskBit: UInt8 = maskKey == nil ? 0 : 0x80
        switch payloadLength {
        case ...125:
            output.append(maskBit | UInt8(payloadLength))
        case ...0xFFFF:
            output.append(maskBit | 126)
            output.appendBigEndian(UInt64(payloadLength), bytes: 2)
        default:
            output.append(maskBit | 127)
            output.appendBigEndian(UInt64(payloadLength), bytes: 8)
        }
        if let maskKey { output.appendBigEndian(UInt64(maskKey), bytes: 4) }
    }
}

extension Span<UInt8> {
    /// The number that `count` bytes from `start` on make in network order.
    fileprivate func bigEndian(_ count: Int, at start: Int) -> UInt64 {
        var value: UInt64 = 0
        for index in start..<start + count { value = value << 8 | UInt64(self[index]) }
        return value
    }
}

extension [UInt8] {
    fileprivate mutating func appendBigEndian(_ value: UInt64, bytes: Int) {
        for shift in stride(from: (bytes - 1) * 8, through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: value >> UInt64(shift)))
        }
    }
}
