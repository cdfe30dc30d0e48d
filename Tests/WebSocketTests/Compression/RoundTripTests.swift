import TestSupport
import Testing
import WebSocket

/// Autobahn sections 12 and 13: what one side encodes the other decodes, with each combination of parameters.
@Suite("From the encoder to the decoder")
struct RoundTripTests {
    private static let combinations: [PermessageDeflate?] =
        [nil]
        + [false, true].flatMap { server in
            [false, true].flatMap { client in
                [(8, 15), (10, 9), (15, 15)].map { bits in
                    PermessageDeflate(
                        serverNoContextTakeover: server,
                        clientNoContextTakeover: client,
                        serverMaxWindowBits: bits.0,
                        clientMaxWindowBits: bits.1
                    )
                }
            }
        }

    /// Short and long, empty, repeated, text and bytes that do not compress.
    private static let messages: [RecordedEvents.Event] = {
        var random = SeededRandom(seed: 13)
        let noise = (0..<10_000).map { _ in UInt8.random(in: 0 ... .max, using: &random) }
        let json = (0..<500).map { "{\"id\": \($0), \"text\": \"안녕 \($0 % 7)\"}" }.joined(separator: ",\n")
        return [
            .text(""), .binary([]), .text("a"), .text("a"), .text(String(json.prefix(300))), .text(json), .text(json),
            .binary(noise), .binary(noise), .text(""), .binary([UInt8](repeating: 0, count: 70_000)),
            .text(String(repeating: "한", count: 22_000)), .binary(Array(noise.prefix(9_999))), .text("end"),
        ]
    }()

    private static func encode(
        from role: WebSocketRole,
        compression: PermessageDeflate?,
        fragmentSize: Int
    ) -> [UInt8] {
        var encoder = WebSocketEncoder(role: role, compression: compression)
        var random = SeededRandom(seed: 1)
        var output: [UInt8] = []
        for message in messages {
            let (payload, kind): ([UInt8], WebSocketMessageKind) =
                switch message {
                case .text(let text): (Array(text.utf8), .text)
                case .binary(let bytes): (bytes, .binary)
                default: preconditionFailure("only messages are encoded here")
                }
            let masks = { UInt32.random(in: 0 ... .max, using: &random) }
            encoder.message(payload.span, kind: kind, fragmentSize: fragmentSize, masks: masks, into: &output)
        }
        return output
    }

    @Test("messages come out as they went in", arguments: combinations)
    func roundTrip(compression: PermessageDeflate?) {
        var random = SeededRandom(seed: 12)
        for wire in Wire.both {
            for fragmentSize in [Int.max, 777] {
                let bytes = Self.encode(from: wire.sender, compression: compression, fragmentSize: fragmentSize)
                let pieces = fragmentSize == .max ? Cuts.random(bytes, using: &random) : [bytes[...]]
                let outcome = Outcome(pieces, at: wire.receiver, compression: compression)
                #expect(outcome == Outcome(events: Self.messages))
            }
        }
    }

    @Test("the encoder writes what RFC 7692 §7.2.3 shows: RSV1 on the first frame, no tail, one byte for nothing")
    func shape() {
        var encoder = WebSocketEncoder(role: .server, compression: .init())
        var output: [UInt8] = []
        let hello = Array("Hello".utf8)
        encoder.message(hello.span, kind: .text, mask: 0, into: &output)
        #expect(output == [0xC1, 0x07, 0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00])
        output = []
        encoder.message(hello.span, kind: .text, fragmentSize: 3, masks: { 0 }, into: &output)
        #expect(output == [0x41, 0x03, 0xF2, 0x00, 0x11, 0x80, 0x02, 0x00, 0x00])
        output = []
        encoder.message([UInt8]().span, kind: .text, mask: 0, into: &output)
        #expect(output == [0xC1, 0x01, 0x00])
    }

    @Test("the encoder never looks back further than the window agreed on", arguments: 8...15)
    func window(bits: Int) {
        var random = SeededRandom(seed: UInt64(bits))
        let size = { (distance: Int) -> Int in
            let noise = (0..<distance).map { _ in UInt8.random(in: 0 ... .max, using: &random) }
            var encoder = WebSocketEncoder(role: .server, compression: .init(serverMaxWindowBits: bits))
            var output: [UInt8] = []
            encoder.message((noise + noise).span, kind: .binary, mask: 0, into: &output)
            return output.count
        }
        // zlib keeps 262 bytes of its window for itself.
        let near = (1 << max(bits, 9)) - 272
        #expect(size(near) < near * 3 / 2, "a repetition inside the window is used")
        let far = 1 << bits + 1
        #expect(size(far) >= far * 2, "one outside is not")
    }

    @Test("a large message does not make a small one large, nor the other way round")
    func memoryBetweenMessages() {
        var encoder = WebSocketEncoder(role: .server, compression: .init(serverNoContextTakeover: true))
        for length in [5, 1_200_000, 5, 0, 1_200_000] {
            let payload = [UInt8](repeating: 7, count: length)
            var output: [UInt8] = []
            encoder.message(payload.span, kind: .binary, mask: 0, into: &output)
            let compression = PermessageDeflate(serverNoContextTakeover: true)
            let outcome = Outcome([output[...]], at: .client, compression: compression)
            #expect(outcome == Outcome(events: [.binary(payload)]))
        }
    }
}
