import Testing
import WebSocket

/// Autobahn section 1, and RFC 6455 §5.2.
@Suite("Framing")
struct FramingTests {
    @Test(
        "payloads of every length form come as they were sent",
        arguments: [0, 1, 125, 126, 127, 128, 0xFFFF, 0x10000]
    )
    func lengths(length: Int) {
        let text = String(repeating: "*", count: length)
        let bytes = [UInt8](repeating: 0xFE, count: length)
        for wire in Wire.both {
            expect(wire.text(text), at: wire.receiver, give: [.text(text)])
            expect(wire.frame(2, bytes), at: wire.receiver, give: [.binary(bytes)])
        }
    }

    @Test("many frames in one read come in their order")
    func sequence() {
        for wire in Wire.both {
            let words = (0..<100).map { "message \($0)" }
            expect(words.flatMap { wire.text($0) }, at: wire.receiver, give: words.map { .text($0) })
        }
    }

    @Test("a length that is not in its shortest form is refused", arguments: [Wire.LengthForm.short16, .long64])
    func longLength(form: Wire.LengthForm) {
        for wire in Wire.both {
            for length in form == .short16 ? [0, 1, 125] : [0, 125, 126, 0xFFFF] {
                let bytes = wire.text("a") + wire.frame(2, [UInt8](repeating: 0, count: length), lengthForm: form)
                expect(bytes, at: wire.receiver, give: [.text("a")], then: .badLength)
            }
        }
    }

    @Test("a length with its highest bit set is refused")
    func negativeLength() {
        for wire in Wire.both {
            let second: UInt8 = wire.sender == .client ? 0xFF : 0x7F
            let bytes = [0x82, second, 0x80, 0, 0, 0, 0, 1, 0, 0, 1, 2, 3, 4]
            expect(bytes, at: wire.receiver, give: [], then: .badLength)
        }
    }

    @Test("a client must mask and a server must not")
    func masks() {
        for wire in Wire.both {
            let bytes = wire.frame(1, Array("x".utf8), isMasked: wire.sender == .server)
            expect(bytes, at: wire.receiver, give: [], then: wire.sender == .server ? .masked : .unmasked)
        }
    }

    @Test("an error is thrown again and nothing is decoded behind it")
    func lastingError() {
        let wire = Wire(sender: .server)
        var decoder = WebSocketDecoder(role: .client)
        var recorded = RecordedEvents()
        for bytes in [wire.frame(3), wire.text("later")] {
            #expect(throws: WebSocketError.reservedOpcode(3)) { try decoder.decode(bytes.span, into: &recorded) }
        }
        #expect(recorded.events.isEmpty)
    }

    @Test("an unmasked payload is passed on where it lies, in one piece")
    func noCopy() throws {
        struct Places: WebSocketReceiver {
            var addresses: [UInt] = []
            mutating func messageBegan(_ kind: WebSocketMessageKind) {}
            mutating func messageContinued(_ payload: Span<UInt8>) {
                payload.withUnsafeBufferPointer { addresses.append(UInt(bitPattern: $0.baseAddress)) }
            }
            mutating func messageEnded() {}
            mutating func pinged(_ payload: Span<UInt8>) {}
            mutating func ponged(_ payload: Span<UInt8>) {}
            mutating func closed(_ close: WebSocketClose) {}
        }
        let bytes = Wire(sender: .server).text(String(repeating: "x", count: 100_000))
        var decoder = WebSocketDecoder(role: .client)
        var places = Places()
        try decoder.decode(bytes.span, into: &places)
        let start = bytes.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
        #expect(places.addresses == [start + 10])
    }
}
