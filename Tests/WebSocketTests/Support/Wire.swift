import WebSocket

/// Frames put together byte by byte, right or wrong, without the encoder under test.
struct Wire {
    /// Who sends; a client masks.
    let sender: WebSocketRole

    /// Who reads.
    var receiver: WebSocketRole { sender == .client ? .server : .client }

    static let both = [Wire(sender: .client), Wire(sender: .server)]
    static let maskKey: [UInt8] = [0x37, 0xFA, 0x21, 0x3D]

    enum LengthForm {
        case shortest
        case short16
        case long64
    }

    func frame(
        _ opcode: UInt8,
        _ payload: [UInt8] = [],
        isFinal: Bool = true,
        reserved: UInt8 = 0,
        lengthForm: LengthForm = .shortest,
        isMasked: Bool? = nil
    ) -> [UInt8] {
        let isMasked = isMasked ?? (sender == .client)
        let maskBit: UInt8 = isMasked ? 0x80 : 0
        var bytes = [(isFinal ? 0x80 : 0) | reserved << 4 | opcode]
        switch (lengthForm, payload.count) {
        case (.shortest, ...125):
            bytes.append(maskBit | UInt8(payload.count))
        case (.shortest, ...0xFFFF), (.short16, _):
            bytes += [maskBit | 126] + Self.bigEndian(UInt64(payload.count), 2)
        default:
            bytes += [maskBit | 127] + Self.bigEndian(UInt64(payload.count), 8)
        }
        guard isMasked else { return bytes + payload }
        return bytes + Self.maskKey + payload.enumerated().map { $1 ^ Self.maskKey[$0 % 4] }
    }

    func text(_ text: String, isFinal: Bool = true) -> [UInt8] {
        frame(1, Array(text.utf8), isFinal: isFinal)
    }

    func close(_ code: UInt16, _ reason: [UInt8] = []) -> [UInt8] {
        frame(8, Self.bigEndian(UInt64(code), 2) + reason)
    }

    static func bigEndian(_ value: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> UInt64($0 * 8)) }
    }
}
