import Testing
import WebSocket

/// A bound on what comes out, whatever goes in.
@Suite("Limit on inflated size")
struct InflatedSizeTests {
    private func compressed(_ payload: [UInt8], from wire: Wire, kind: WebSocketMessageKind = .binary) -> [UInt8] {
        var encoder = WebSocketEncoder(role: wire.sender, compression: .init())
        var output: [UInt8] = []
        encoder.message(payload.span, kind: kind, mask: 0x0102_0304, into: &output)
        return output
    }

    @Test("a message that inflates to the limit passes, one byte more is refused")
    func atLimit() {
        for wire in Wire.both {
            for size in [0, 1, 1_000, 16 << 10, 100_000] {
                let limits = WebSocketLimits(messageSize: size)
                let fits = [UInt8](repeating: 1, count: size)
                expect(
                    compressed(fits, from: wire),
                    at: wire.receiver,
                    limits: limits,
                    compression: .init(),
                    give: [.binary(fits)]
                )
                expect(
                    compressed(fits + [1], from: wire),
                    at: wire.receiver,
                    limits: limits,
                    compression: .init(),
                    give: [],
                    then: .messageTooLarge(limit: size)
                )
            }
        }
    }

    @Test("a decompression bomb ends with an error, and no more than the limit has been passed on")
    func bomb() {
        struct Counter: WebSocketReceiver {
            var bytes = 0
            mutating func messageBegan(_ kind: WebSocketMessageKind) {}
            mutating func messageContinued(_ payload: Span<UInt8>) { bytes += payload.count }
            mutating func messageEnded() {}
            mutating func pinged(_ payload: Span<UInt8>) {}
            mutating func ponged(_ payload: Span<UInt8>) {}
            mutating func closed(_ close: WebSocketClose) {}
        }
        for wire in Wire.both {
            let bytes = compressed([UInt8](repeating: 0, count: 16 << 20), from: wire)
            #expect(bytes.count < 20_000)
            var decoder = WebSocketDecoder(
                role: wire.receiver,
                limits: .init(messageSize: 1 << 20),
                compression: .init()
            )
            var counter = Counter()
            #expect(throws: WebSocketError.messageTooLarge(limit: 1 << 20)) {
                try decoder.decode(bytes.span, into: &counter)
            }
            #expect(counter.bytes <= 1 << 20)
        }
    }

    @Test("bad text before the limit counts as bad text, behind it as too much")
    func textAtLimit() {
        for wire in Wire.both {
            for (place, error) in [
                (99, WebSocketError.invalidUTF8), (100, .messageTooLarge(limit: 100)),
                (150, .messageTooLarge(limit: 100)),
            ] {
                var payload = [UInt8](repeating: 0x41, count: 200)
                payload[place] = 0xFF
                let bytes = compressed(payload, from: wire, kind: .text)
                let limits = WebSocketLimits(messageSize: 100)
                expect(bytes, at: wire.receiver, limits: limits, compression: .init(), give: [], then: error)
            }
        }
    }
}
