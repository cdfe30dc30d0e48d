import TestSupport
import Testing
import WebSocket

/// Autobahn section 6, and RFC 6455 §8.1.
@Suite("UTF-8 of text messages")
struct TextTests {
    private static let valid: [String] = [
        String(repeating: "안녕 é😀", count: 30), "", "Hello-µ@ßöäüàá-UTF-8!!", "κόσμε", "안녕하세요", "👩‍👩‍👧 👋🏽",
        "\u{0}\u{7F}\u{80}\u{7FF}\u{800}\u{FFFF}\u{10000}\u{10FFFF}",
        "\u{D7FF}\u{E000}\u{FFFD}\u{FFFE}", String(repeating: "0123456789abcdef", count: 20) + "é",
    ]

    /// Bytes, and how many of them are still the start of a text.
    private static let invalid: [(bytes: [UInt8], goodPrefix: Int)] = [
        ([0x80], 0), ([0xBF, 0x41], 0), ([0xC0, 0x80], 0), ([0xC1, 0xBF], 0), ([0xC2, 0x41], 1), ([0xC2, 0xC2], 1),
        ([0xE0, 0x80, 0x80], 1), ([0xE0, 0x9F, 0xBF], 1), ([0xE1, 0x80, 0x41], 2), ([0xED, 0xA0, 0x80], 1),
        ([0xED, 0xBF, 0xBF], 1), ([0xEF, 0xBF, 0xC0], 2), ([0xF0, 0x80, 0x80, 0x80], 1), ([0xF0, 0x8F, 0xBF, 0xBF], 1),
        ([0xF0, 0x90, 0x80, 0x41], 3), ([0xF4, 0x90, 0x80, 0x80], 1), ([0xF5, 0x80], 0), ([0xF8, 0x88], 0),
        ([0xFC, 0x84], 0), ([0xFE], 0), ([0xFF], 0),
    ]

    @Test("text of all lengths of scalars comes through, also when a frame ends inside one", arguments: valid)
    func validText(text: String) {
        for wire in Wire.both {
            expect(wire.text(text), at: wire.receiver, give: [.text(text)])
            let octets = text.utf8.map { wire.frame(0, [$0], isFinal: false) }
            let bytes = wire.frame(1, isFinal: false) + octets.flatMap { $0 } + wire.frame(0)
            expect(bytes, at: wire.receiver, give: [.text(text)])
        }
    }

    @Test("bytes that are no text are refused in text messages, and fine in binary ones", arguments: invalid)
    func invalidText(bytes: [UInt8], goodPrefix: Int) {
        for wire in Wire.both {
            for prefix in ["", "0123456789", String(repeating: "x", count: 64), "é"] {
                let payload = Array(prefix.utf8) + bytes
                expect(wire.frame(1, payload), at: wire.receiver, give: [], then: .invalidUTF8)
                expect(wire.frame(2, payload), at: wire.receiver, give: [.binary(payload)])
            }
        }
    }

    @Test(
        "the first byte that can't belong to any text is refused at once, before the frame is complete",
        arguments: invalid
    )
    func failsFast(bytes: [UInt8], goodPrefix: Int) {
        for wire in Wire.both {
            let rest = [UInt8](repeating: 0x41, count: 100)
            let frame = wire.frame(1, Array("κόσμε".utf8) + bytes + rest, isFinal: false)
            let start = frame.count - rest.count - bytes.count
            let good = Outcome([frame[..<(start + goodPrefix)]], at: wire.receiver)
            #expect(good.error == nil)
            let bad = Outcome([frame[...(start + goodPrefix)]], at: wire.receiver)
            #expect(bad.error == .invalidUTF8)
        }
    }

    @Test("a text that ends inside a scalar is refused at its end", arguments: ["é", "한", "😀"])
    func cutScalar(scalar: String) {
        let bytes = Array(scalar.utf8)
        for wire in Wire.both {
            for length in 1..<bytes.count {
                let cut = Array(bytes[..<length])
                expect(wire.frame(1, cut), at: wire.receiver, give: [], then: .invalidUTF8)
                let inTwo = wire.frame(1, cut, isFinal: false) + wire.frame(0)
                expect(inTwo, at: wire.receiver, give: [], then: .invalidUTF8)
            }
        }
    }

    @Test("random bytes near the borders of UTF-8 are judged as the standard library judges them")
    func againstStandardLibrary() {
        let interesting: [UInt8] = [
            0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE,
            0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF,
        ]
        var random = SeededRandom(seed: 6)
        let wire = Wire(sender: .server)
        for _ in 0..<20_000 {
            let padding = [UInt8](repeating: 0x61, count: Int.random(in: 0...40, using: &random))
            let tail = (0..<Int.random(in: 0...6, using: &random)).map { _ in
                interesting.randomElement(using: &random) ?? 0
            }
            let rest = [UInt8](repeating: 0x62, count: Int.random(in: 0...6, using: &random))
            let payload = padding + tail + rest
            let outcome = Outcome(Cuts.random(wire.frame(1, payload), using: &random), at: .client)
            if let text = String(validating: payload, as: UTF8.self) {
                #expect(outcome == Outcome(events: [.text(text)]))
            } else {
                #expect(outcome.error == .invalidUTF8, "\(payload)")
            }
        }
    }
}
