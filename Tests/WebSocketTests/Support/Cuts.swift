import TestSupport
import Testing
import WebSocket

/// Ways to cut bytes into pieces; what is decoded must not depend on them.
enum Cuts {
    /// Whole, byte by byte, at every two-part split, or at 200 of them where there are more, and at random.
    static func all(of bytes: [UInt8]) -> [[ArraySlice<UInt8>]] {
        var ways: [[ArraySlice<UInt8>]] = [[bytes[...]]]
        guard bytes.count > 1 else { return ways }
        if bytes.count <= 5_000 { ways.append(bytes.indices.map { bytes[$0...$0] }) }
        for position in stride(from: 1, to: bytes.count, by: max(1, bytes.count / 200)) {
            ways.append([bytes[..<position], bytes[position...]])
        }
        var random = SeededRandom(seed: UInt64(bytes.count))
        for _ in 0..<20 { ways.append(self.random(bytes, using: &random)) }
        return ways
    }

    static func random(_ bytes: [UInt8], using random: inout SeededRandom) -> [ArraySlice<UInt8>] {
        var pieces: [ArraySlice<UInt8>] = []
        var position = 0
        let longest = Int.random(in: 1...max(1, bytes.count), using: &random)
        while position < bytes.count {
            let end = min(bytes.count, position + Int.random(in: 1...longest, using: &random))
            pieces.append(bytes[position..<end])
            position = end
        }
        return pieces
    }
}

/// Expects `bytes` to give `expected` at the endpoint of role `role`, however they are cut.
func expect(
    _ bytes: [UInt8],
    at role: WebSocketRole,
    limits: WebSocketLimits = .init(),
    compression: PermessageDeflate? = nil,
    give expected: [RecordedEvents.Event],
    then error: WebSocketError? = nil,
    _ comment: Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    for pieces in Cuts.all(of: bytes) {
        var outcome = Outcome(pieces, at: role, limits: limits, compression: compression)
        if error != nil { outcome.open = nil }
        let isRight = outcome == Outcome(events: expected, error: error)
        #expect(
            isRight,
            "\(outcome), fed in pieces of \(pieces.prefix(20).map(\.count)). \(comment?.rawValue ?? "")",
            sourceLocation: sourceLocation
        )
        if !isRight { return }
    }
}
