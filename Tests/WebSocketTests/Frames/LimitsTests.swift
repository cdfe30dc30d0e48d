import Testing
import WebSocket

/// Autobahn section 9 turned around: what is too large ends the connection before it is held.
@Suite("Limits on frames and messages")
struct LimitsTests {
    private let limits = WebSocketLimits(frameSize: 1_000, messageSize: 2_500)

    @Test("a frame at the limit passes, a longer one is refused at its header")
    func frames() {
        for wire in Wire.both {
            let full = [UInt8](repeating: 1, count: 1_000)
            expect(wire.frame(2, full), at: wire.receiver, limits: limits, give: [.binary(full)])
            let header = Array(wire.frame(2, full + [1]).prefix(wire.sender == .client ? 8 : 4))
            expect(header, at: wire.receiver, limits: limits, give: [], then: .frameTooLarge(limit: 1_000))
        }
    }

    @Test("a message at the limit passes, a longer one is refused at the header of the frame that is too much")
    func messages() {
        for wire in Wire.both {
            let full = [UInt8](repeating: 1, count: 1_000)
            let start = wire.frame(2, full, isFinal: false) + wire.frame(0, full, isFinal: false)
            let whole = start + wire.frame(0, Array(full[..<500]))
            expect(whole, at: wire.receiver, limits: limits, give: [.binary(full + full + full[..<500])])
            let long = start + wire.frame(0, Array(full[..<501])).prefix(wire.sender == .client ? 8 : 4)
            expect(long, at: wire.receiver, limits: limits, give: [], then: .messageTooLarge(limit: 2_500))
        }
    }

    @Test("the size of one message does not count for the next")
    func nextMessage() {
        for wire in Wire.both {
            let full = [UInt8](repeating: 1, count: 1_000)
            let bytes = (0..<5).flatMap { _ in wire.frame(2, full) }
            let events = [RecordedEvents.Event](repeating: .binary(full), count: 5)
            expect(bytes, at: wire.receiver, limits: limits, give: events)
        }
    }

    @Test("a length near the largest number is refused, not added up")
    func hugeLength() {
        let unlimited = WebSocketLimits(frameSize: .max, messageSize: .max)
        for wire in Wire.both {
            let second: UInt8 = wire.sender == .client ? 0xFF : 0x7F
            let huge: [UInt8] = [0x80, second] + Wire.bigEndian(UInt64(Int.max), 8) + Wire.maskKey
            let bytes = wire.frame(2, [1], isFinal: false) + huge
            expect(bytes, at: wire.receiver, limits: unlimited, give: [], then: .messageTooLarge(limit: .max))
        }
    }
}
