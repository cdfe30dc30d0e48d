import Testing
import WebSocket

/// RFC 7692 §7.2.
@Suite("Compressed messages")
struct CompressedMessageTests {
    private static let hello: [UInt8] = [0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00]

    /// The examples of RFC 7692 §7.2.3, each the payloads of messages that all say Hello.
    private static let examples: [[[UInt8]]] = [
        [hello],
        [hello, [0xF2, 0x00, 0x11, 0x00, 0x00]],
        [[0x00, 0x05, 0x00, 0xFA, 0xFF, 0x48, 0x65, 0x6C, 0x6C, 0x6F, 0x00]],
        [[0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00, 0x00]],
        [[0xF2, 0x48, 0x05, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xCA, 0xC9, 0xC9, 0x07, 0x00]],
        // After a block marked as the last one the history is still there, in the same message and in the next.
        [[0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00, 0x00], [0xF2, 0x00, 0x11, 0x00, 0x00]],
    ]

    @Test("the examples of RFC 7692 §7.2.3 say Hello, in one frame and in a frame for each byte", arguments: examples)
    func rfcExamples(payloads: [[UInt8]]) {
        for wire in Wire.both {
            let events = [RecordedEvents.Event](repeating: .text("Hello"), count: payloads.count)
            let whole = payloads.flatMap { wire.frame(1, $0, reserved: 4) }
            expect(whole, at: wire.receiver, compression: .init(), give: events)
            let inBytes = payloads.flatMap { payload in
                payload.enumerated().flatMap { index, byte in
                    wire.frame(
                        index == 0 ? 1 : 0,
                        [byte],
                        isFinal: index == payload.count - 1,
                        reserved: index == 0 ? 4 : 0
                    )
                }
            }
            expect(inBytes, at: wire.receiver, compression: .init(), give: events)
        }
    }

    @Test("an empty compressed message is one byte, and frames without compression may come between")
    func emptyAndPlain() {
        for wire in Wire.both {
            let bytes =
                wire.frame(1, [0], reserved: 4) + wire.text("plain") + wire.frame(1, Self.hello, reserved: 4)
                + wire.text("again") + wire.frame(1, [0xF2, 0x00, 0x11, 0x00, 0x00], reserved: 4)
            let events: [RecordedEvents.Event] = [
                .text(""), .text("plain"), .text("Hello"), .text("again"), .text("Hello"),
            ]
            expect(bytes, at: wire.receiver, compression: .init(), give: events)
        }
    }

    @Test("without context takeover a message can't refer to the one before")
    func noContextTakeover() {
        for wire in Wire.both {
            let compression = PermessageDeflate(serverNoContextTakeover: true, clientNoContextTakeover: true)
            let bytes =
                wire.frame(1, Self.hello, reserved: 4) + wire.frame(1, [0xF2, 0x00, 0x11, 0x00, 0x00], reserved: 4)
            let expected: [RecordedEvents.Event] = [.text("Hello")]
            expect(bytes, at: wire.receiver, compression: compression, give: expected, then: .badCompression)
        }
    }

    @Test(
        "data that is no deflate, or stops inside a block, is refused",
        arguments: [
            [0x07], [0x06, 0x00], [0xFF, 0xFF, 0xFF], [0x00, 0x05, 0x00, 0x00, 0x00], [0xF2, 0x48, 0xCD],
            // A stored block of 10 bytes that the four bytes at the end do not fill.
            [0x00, 0x0A, 0x00, 0xF5, 0xFF, 0x48], [],
        ] as [[UInt8]]
    )
    func broken(payload: [UInt8]) {
        for wire in Wire.both {
            let bytes = wire.frame(2, payload, reserved: 4)
            expect(bytes, at: wire.receiver, compression: .init(), give: [], then: .badCompression)
        }
    }

    @Test("text is checked after inflating, and as early as in plain frames")
    func text() {
        for wire in Wire.both {
            // A stored block: its bytes are visible at once.
            let block: [UInt8] = [0x00, 0x04, 0x00, 0xFB, 0xFF, 0x41, 0xFF, 0x41, 0x41]
            let frame = wire.frame(1, block, isFinal: false, reserved: 4)
            expect(frame, at: wire.receiver, compression: .init(), give: [], then: .invalidUTF8)
            let early = Outcome([frame[..<(frame.count - 2)]], at: wire.receiver, compression: .init())
            #expect(early.error == .invalidUTF8)
            let cutScalar = wire.frame(1, [0x00, 0x01, 0x00, 0xFE, 0xFF, 0xC3, 0x00], reserved: 4)
            expect(cutScalar, at: wire.receiver, compression: .init(), give: [], then: .invalidUTF8)
        }
    }
}
