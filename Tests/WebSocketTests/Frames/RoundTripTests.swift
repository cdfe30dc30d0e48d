import Testing
@testable import WebSocket

@Suite struct RoundTripTests {
    @Test(
        "what the encoder of one side writes, the decoder of the other reads",
        arguments: [WebSocketRole.client, .server]
    )
    func roundTrip(sender: WebSocketRole) throws {
        let receiver: WebSocketRole = sender == .client ? .server : .client
        for compression in [nil, PermessageDeflate()] {
            var encoder = WebSocketEncoder(role: sender, compression: compression)
            var wire: [UInt8] = []
            var expected: [RecordedEvents.Event] = []
            for text in ["", "a", "안녕하세요 👋", String(repeating: "abcdefg", count: 20_000), "again", ""] {
                encoder.message(Array(text.utf8).span, kind: .text, mask: 0x1234_ABCD, into: &wire)
                expected.append(.text(text))
            }
            try encoder.close(code: 1000, reason: "bye", mask: 7, into: &wire)
            expected.append(.close(1000, "bye"))
            let outcome = decode([wire[...]], role: receiver, compression: compression)
            #expect(outcome == Outcome(events: expected))
            #expect(decode(wire.indices.map { wire[$0...$0] }, role: receiver, compression: compression) == outcome)
        }
    }
}
