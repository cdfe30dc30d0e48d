import Testing
import WebSocket

/// Autobahn section 7, RFC 6455 §5.5.1 and §7.4.
@Suite("Close frames")
struct CloseTests {
    @Test("a close frame has no body, a code, or a code and a reason")
    func bodies() {
        let longest = String(repeating: "*", count: 123)
        for wire in Wire.both {
            expect(wire.frame(8), at: wire.receiver, give: [.close(nil, "")])
            expect(wire.close(1000), at: wire.receiver, give: [.close(1000, "")])
            expect(wire.close(1008, Array("만료 ⏰".utf8)), at: wire.receiver, give: [.close(1008, "만료 ⏰")])
            expect(wire.close(1000, Array(longest.utf8)), at: wire.receiver, give: [.close(1000, longest)])
        }
    }

    @Test("what follows a close frame is ignored, be it right or wrong")
    func afterwards() {
        for wire in Wire.both {
            for rest in [wire.text("late"), wire.frame(9), wire.frame(3), wire.close(1001)] {
                expect(
                    wire.text("a") + wire.close(1000) + rest,
                    at: wire.receiver,
                    give: [.text("a"), .close(1000, "")]
                )
            }
        }
    }

    @Test("a body of one byte is refused")
    func oneByte() {
        for wire in Wire.both { expect(wire.frame(8, [3]), at: wire.receiver, give: [], then: .badCloseBody) }
    }

    @Test("every code is allowed or refused as the registry has it")
    func codes() {
        let allowed: Set<UInt16> = Set([1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014])
        for code in UInt16.min ... .max {
            let expected =
                allowed.contains(code) || 3000...4999 ~= code
                ? Outcome(events: [.close(code, "")]) : Outcome(events: [], error: .badCloseCode(code))
            let wire = Wire(sender: code % 2 == 0 ? .client : .server)
            #expect(Outcome([wire.close(code)[...]], at: wire.receiver) == expected)
        }
    }

    @Test(
        "a reason that is not UTF-8 is refused",
        arguments: [[0xFF], [0xED, 0xA0, 0x80], [0x41, 0xC3]] as [[UInt8]]
    )
    func reason(bytes: [UInt8]) {
        for wire in Wire.both {
            expect(wire.close(1000, bytes), at: wire.receiver, give: [], then: .invalidUTF8)
        }
    }

    @Test("every error has a close code that may be sent, and a reason that fits into the frame")
    func answers() throws {
        let errors: [(WebSocketError, UInt16)] = [
            (.reservedBits, 1002), (.reservedOpcode(3), 1002), (.unmasked, 1002), (.masked, 1002),
            (.fragmentedControl, 1002), (.longControl, 1002), (.unexpectedContinuation, 1002),
            (.interruptedMessage, 1002), (.badLength, 1002), (.badCloseBody, 1002), (.badCloseCode(999), 1002),
            (.invalidUTF8, 1007), (.badCompression, 1007), (.frameTooLarge(limit: .max), 1009),
            (.messageTooLarge(limit: .max), 1009),
        ]
        let encoder = WebSocketEncoder(role: .server)
        for (error, code) in errors {
            #expect(error.closeCode == code)
            var bytes: [UInt8] = []
            try encoder.close(code: error.closeCode, reason: error.reason, mask: 0, into: &bytes)
            expect(bytes, at: .client, give: [.close(code, error.reason)])
        }
    }
}
