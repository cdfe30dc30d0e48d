import WebSocket

/// What the decoder promises of any bytes: we decode them or throw our protocol error, nothing else; the cuts make no
/// difference; the limits hold; and what came out can be encoded and decoded again.
///
/// The first byte of an input chooses role, compression and limits; the rest is the stream.
struct DecoderPromise {
    private let role: WebSocketRole
    private let limits: WebSocketLimits
    private let compression: PermessageDeflate?
    private let stream: [UInt8]

    init(input: [UInt8]) {
        let choice = input.first ?? 0
        role = choice & 1 == 0 ? .client : .server
        let noContextTakeover = choice & 4 != 0
        let bits = choice & 8 == 0 ? 15 : 8
        compression =
            choice & 2 == 0
            ? nil
            : PermessageDeflate(
                serverNoContextTakeover: noContextTakeover,
                clientNoContextTakeover: noContextTakeover,
                serverMaxWindowBits: bits,
                clientMaxWindowBits: bits
            )
        limits =
            choice & 0x40 == 0
            ? WebSocketLimits(frameSize: 1 << 20, messageSize: 1 << 20)
            : WebSocketLimits(frameSize: 40, messageSize: 60)
        stream = Array(input.dropFirst())
    }

    /// How the promise is broken, or nil.
    func broken() -> String? {
        let whole = outcome(cutAt: [])
        for cuts in cuts {
            let cut = outcome(cutAt: cuts)
            if cut != whole { return "cut at \(cuts.prefix(20)): \(cut), but whole: \(whole)" }
        }
        if let excess = whole.events.first(where: { Self.size(of: $0) > limit(on: $0) }) {
            return "beyond the limit: \(Self.size(of: excess)) bytes"
        }
        if whole.openPayload.count > limits.messageSize { return "the start of a message beyond the limit" }
        return change(to: whole.events)
    }

    private func outcome(cutAt cuts: [Int]) -> Outcome {
        let bounds = [0] + cuts + [stream.count]
        let pieces = zip(bounds, bounds.dropFirst()).map { stream[$0..<$1] }
        var outcome = Outcome(pieces, at: role, limits: limits, compression: compression)
        // Whether a message that ends in an error has begun depends on the cuts.
        if outcome.error != nil { outcome.open = nil }
        return outcome
    }

    /// Byte by byte, and in two and three parts at places that depend on the input alone.
    private var cuts: [[Int]] {
        guard stream.count > 1 else { return [] }
        let sum = stream.reduce(7) { ($0 &* 31 &+ Int($1)) & 0xFFFF_FFFF }
        let first = sum % stream.count
        let second = (sum >> 8) % stream.count
        return [Array(1..<stream.count), [first], [second], [min(first, second), max(first, second)]]
    }

    /// Control frames have a limit of their own (RFC 6455 §5.5).
    private func limit(on event: RecordedEvents.Event) -> Int {
        switch event {
        case .text, .binary: limits.messageSize
        case .ping, .pong, .close: 125
        }
    }

    private static func size(of event: RecordedEvents.Event) -> Int {
        switch event {
        case .text(let text): text.utf8.count
        case .binary(let bytes), .ping(let bytes), .pong(let bytes): bytes.count
        case .close(_, let reason): reason.utf8.count
        }
    }

    private func change(to events: [RecordedEvents.Event]) -> String? {
        var encoder = WebSocketEncoder(role: role == .client ? .server : .client, compression: compression)
        var bytes: [UInt8] = []
        for event in events {
            switch event {
            case .text(let text):
                let masks = { UInt32(0x0102_0304) }
                encoder.message(Array(text.utf8).span, kind: .text, fragmentSize: 50, masks: masks, into: &bytes)
            case .binary(let payload): encoder.message(payload.span, kind: .binary, mask: 0x0506_0708, into: &bytes)
            case .ping(let payload): encoder.ping(payload.span, mask: 1, into: &bytes)
            case .pong(let payload): encoder.pong(payload.span, mask: 2, into: &bytes)
            case .close(let code, let reason):
                guard (try? encoder.close(code: code, reason: reason, mask: 3, into: &bytes)) != nil else {
                    return "a close code that may not be sent: \(code ?? 0)"
                }
            }
        }
        let again = Outcome([bytes[...]], at: role, compression: compression)
        return again == Outcome(events: events) ? nil : "encoded and decoded again: \(again), but was: \(events)"
    }
}
