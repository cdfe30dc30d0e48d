import Testing
import WebSocket

/// Autobahn section 2, and RFC 6455 §5.5.
@Suite("Pings and pongs")
struct PingTests {
    @Test("pings and pongs bring their payload, text or not", arguments: [0, 1, 124, 125])
    func payloads(length: Int) {
        let payload = [UInt8](repeating: 0xFE, count: length)
        for wire in Wire.both {
            expect(wire.frame(9, payload), at: wire.receiver, give: [.ping(payload)])
            expect(wire.frame(10, payload), at: wire.receiver, give: [.pong(payload)])
        }
    }

    @Test(
        "a control frame of more than 125 bytes is refused before its payload comes",
        arguments: [8, 9, 10] as [UInt8]
    )
    func tooLong(opcode: UInt8) {
        for wire in Wire.both {
            for length in [126, 0x10000] {
                let header = wire.frame(opcode, [UInt8](repeating: 0, count: length)).prefix(14)
                expect(Array(header), at: wire.receiver, give: [], then: .longControl)
            }
        }
    }

    @Test("a control frame in fragments is refused", arguments: [8, 9, 10] as [UInt8])
    func fragmented(opcode: UInt8) {
        for wire in Wire.both {
            expect(wire.frame(opcode, isFinal: false), at: wire.receiver, give: [], then: .fragmentedControl)
        }
    }

    @Test("ten pings in a row, and pongs nobody asked for, change nothing else")
    func many() {
        for wire in Wire.both {
            let pings = (0..<10).map { [UInt8]("payload-\($0)".utf8) }
            let bytes = wire.frame(10, [1]) + pings.flatMap { wire.frame(9, $0) } + wire.text("x")
            expect(bytes, at: wire.receiver, give: [.pong([1])] + pings.map { .ping($0) } + [.text("x")])
        }
    }
}
