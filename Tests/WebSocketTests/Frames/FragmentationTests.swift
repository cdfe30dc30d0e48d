import Testing
import WebSocket

/// Autobahn section 5, and RFC 6455 §5.4.
@Suite("Fragmentation")
struct FragmentationTests {
    @Test("fragments make one message, empty ones and those with control frames between them too")
    func fragments() {
        for wire in Wire.both {
            expect(
                wire.text("frag", isFinal: false) + wire.frame(0, isFinal: false) + wire.frame(9, [7])
                    + wire.frame(0, Array("ment".utf8), isFinal: false) + wire.frame(10) + wire.frame(0, [0x21]),
                at: wire.receiver,
                give: [.ping([7]), .pong([]), .text("fragment!")]
            )
            expect(
                wire.frame(2, isFinal: false) + wire.frame(0, isFinal: false) + wire.frame(0),
                at: wire.receiver,
                give: [.binary([])]
            )
        }
    }

    @Test("a close frame between fragments ends the message unfinished")
    func closedInside() {
        for wire in Wire.both {
            let outcome = Outcome([(wire.text("a", isFinal: false) + wire.close(1000))[...]], at: wire.receiver)
            #expect(outcome.events == [.close(1000, "")])
            #expect(outcome.open == .text)
        }
    }

    @Test("a continuation without a message is refused", arguments: [true, false])
    func continuation(isFinal: Bool) {
        for wire in Wire.both {
            let bytes = wire.text("whole") + wire.frame(0, [1], isFinal: isFinal)
            expect(bytes, at: wire.receiver, give: [.text("whole")], then: .unexpectedContinuation)
        }
    }

    @Test("a new message inside a fragmented one is refused", arguments: [1, 2] as [UInt8])
    func interrupted(opcode: UInt8) {
        for wire in Wire.both {
            let bytes = wire.text("a", isFinal: false) + wire.frame(opcode, [0x62])
            expect(bytes, at: wire.receiver, give: [], then: .interruptedMessage)
        }
    }
}
