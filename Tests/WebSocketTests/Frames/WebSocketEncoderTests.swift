import Testing

@testable import WebSocket

@Suite("Encoder")
struct WebSocketEncoderTests {
    private func encoded(_ payload: [UInt8], from role: WebSocketRole, kind: WebSocketMessageKind = .binary) -> [UInt8]
    {
        var encoder = WebSocketEncoder(role: role)
        var output: [UInt8] = [0xAA]
        encoder.message(payload.span, kind: kind, mask: 0x37FA_213D, into: &output)
        #expect(output.first == 0xAA, "what was in the output stays there")
        return Array(output.dropFirst())
    }

    @Test(
        "frames are what RFC 6455 §5.7 shows, and the shortest length form is chosen",
        arguments: [0, 1, 5, 125, 126, 0xFFFF, 0x10000]
    )
    func frames(length: Int) {
        let payload = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        for wire in Wire.both {
            #expect(encoded(payload, from: wire.sender) == wire.frame(2, payload))
            #expect(encoded(payload, from: wire.sender, kind: .text) == wire.frame(1, payload))
        }
        let hello: [UInt8] = [0x81, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58]
        #expect(encoded(Array("Hello".utf8), from: .client, kind: .text) == hello)
    }

    @Test("fragments are of the size asked for, and each has a mask of its own")
    func fragments() {
        for wire in Wire.both {
            var encoder = WebSocketEncoder(role: wire.sender)
            var output: [UInt8] = []
            var asked = 0
            let nextMask = {
                asked += 1
                return UInt32(asked) &* 0x9E37_79B9
            }
            let text = String(repeating: "한글 ", count: 300)
            encoder.message(Array(text.utf8).span, kind: .text, fragmentSize: 256, masks: nextMask, into: &output)
            #expect(asked == (text.utf8.count + 255) / 256)
            expect(output, at: wire.receiver, limits: .init(frameSize: 256), give: [.text(text)])
            #expect(output[0] == 0x01)
        }
    }

    @Test("an empty message in fragments is one empty frame")
    func emptyFragments() {
        var encoder = WebSocketEncoder(role: .server)
        var output: [UInt8] = []
        encoder.message([UInt8]().span, kind: .text, fragmentSize: 10, masks: { 0 }, into: &output)
        #expect(output == [0x81, 0x00])
    }

    @Test("control frames carry their payload")
    func control() throws {
        for wire in Wire.both {
            let encoder = WebSocketEncoder(role: wire.sender)
            var output: [UInt8] = []
            let payload = [UInt8](repeating: 9, count: 125)
            encoder.ping(payload.span, mask: 1, into: &output)
            encoder.pong([UInt8]().span, mask: 2, into: &output)
            try encoder.close(code: 4500, reason: "끝", mask: 3, into: &output)
            expect(output, at: wire.receiver, give: [.ping(payload), .pong([]), .close(4500, "끝")])
            output = []
            try encoder.close(code: nil, mask: 4, into: &output)
            expect(output, at: wire.receiver, give: [.close(nil, "")])
        }
    }

    @Test(
        "a close code that may not be sent is refused and nothing written",
        arguments: [0, 999, 1004, 1005, 1006, 1015, 2999, 5000] as [UInt16]
    )
    func closeCodes(code: UInt16) {
        let encoder = WebSocketEncoder(role: .client)
        var output: [UInt8] = []
        #expect(throws: WebSocketError.badCloseCode(code)) { try encoder.close(code: code, mask: 0, into: &output) }
        #expect(output.isEmpty)
    }

    @Test("a long reason is cut to 123 bytes, between two scalars", arguments: ["x", "é", "한", "😀"])
    func longReason(scalar: String) throws {
        for padding in 0..<4 {
            let reason = String(repeating: "-", count: padding) + String(repeating: scalar, count: 130)
            let encoder = WebSocketEncoder(role: .server)
            var output: [UInt8] = []
            try encoder.close(code: 1000, reason: reason, mask: 0, into: &output)
            let room = (123 - padding) / scalar.utf8.count
            let kept = String(repeating: "-", count: padding) + String(repeating: scalar, count: room)
            expect(output, at: .client, give: [.close(1000, kept)])
        }
    }

    @Test("a mask applied in pieces is the mask applied at once")
    func maskInPieces() {
        let payload = (0..<200).map { UInt8($0) }
        let whole = payload.enumerated().map { $1 ^ Wire.maskKey[$0 % 4] }
        for cut in 0...payload.count {
            var mask = FrameMask(key: 0x37FA_213D)
            var masked = payload
            var target = masked.mutableSpan
            mask.apply(to: &target, in: 0..<cut)
            mask.apply(to: &target, in: cut..<payload.count)
            #expect(masked == whole)
        }
    }
}
