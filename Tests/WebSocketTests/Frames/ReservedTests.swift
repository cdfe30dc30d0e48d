import Testing
import WebSocket

/// Autobahn sections 3 and 4, RFC 6455 §5.2 and RFC 7692 §6.
@Suite("Reserved bits and opcodes")
struct ReservedTests {
    @Test("reserved bits are refused on every kind of frame", arguments: 1...7 as ClosedRange<UInt8>)
    func bits(reserved: UInt8) {
        for wire in Wire.both {
            for opcode: UInt8 in [1, 2, 8, 9, 10] {
                let bytes = wire.text("first") + wire.frame(opcode, reserved: reserved) + wire.frame(9)
                expect(bytes, at: wire.receiver, give: [.text("first")], then: .reservedBits)
            }
        }
    }

    @Test("with compression RSV1 is allowed on the first frame of a message only")
    func compressionBit() {
        let compression = PermessageDeflate()
        for wire in Wire.both {
            for bytes in [
                wire.frame(9, reserved: 4), wire.frame(10, reserved: 4), wire.frame(8, reserved: 4),
                wire.frame(1, [0], isFinal: false, reserved: 4) + wire.frame(0, [0], reserved: 4),
                wire.frame(1, [0], reserved: 6), wire.frame(1, [0], reserved: 5), wire.frame(2, [0], reserved: 2),
            ] {
                expect(bytes, at: wire.receiver, compression: compression, give: [], then: .reservedBits)
            }
            expect(wire.frame(1, [0], reserved: 4), at: wire.receiver, compression: compression, give: [.text("")])
        }
    }

    @Test("opcodes without a meaning are refused", arguments: [3, 4, 5, 6, 7, 11, 12, 13, 14, 15] as [UInt8])
    func opcodes(opcode: UInt8) {
        for wire in Wire.both {
            let bytes = wire.text("first") + wire.frame(opcode, [1, 2]) + wire.frame(9)
            expect(bytes, at: wire.receiver, give: [.text("first")], then: .reservedOpcode(opcode))
        }
    }
}
