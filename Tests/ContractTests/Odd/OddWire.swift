import Stomp
import TestSupport
import WebSocket

/// Takes a server's side of a WebSocket connection apart and puts it together again, its events in odd forms.
struct OddWire: ~Copyable {
    private var head: [UInt8]? = []
    private var isWebSocket = false
    private var decoder = WebSocketDecoder(role: .client)
    private var encoder = WebSocketEncoder(role: .server)
    private var parser = StompFrameParser(adoptsVersion: true)
    private var events: OddEvents
    private var random: SeededRandom

    init(seed: UInt64, tally: OddTally) {
        events = OddEvents(seed: seed, tally: tally)
        random = SeededRandom(seed: seed)
    }

    /// What came, as the client shall see it.
    mutating func received(_ bytes: [UInt8]) -> [UInt8] {
        guard let begun = head else { return isWebSocket ? odd(bytes) : bytes }
        let all = begun + bytes
        guard let end = all.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound else {
            head = all
            return []
        }
        head = nil
        isWebSocket = all.starts(with: Array("HTTP/1.1 101".utf8))
        return isWebSocket ? Array(all[..<end]) + odd(Array(all[end...])) : all
    }

    private mutating func odd(_ bytes: [UInt8]) -> [UInt8] {
        var parts = Parts()
        var output: [UInt8] = []
        // What a peer did wrong would show in the test by what is missing.
        try? decoder.decode(bytes.span, into: &parts)
        for part in parts.all {
            switch part {
            case .payload(let payload): append(payload, to: &output)
            case .ping(let payload): encoder.ping(payload.span, mask: 0, into: &output)
            case .pong(let payload): encoder.pong(payload.span, mask: 0, into: &output)
            case .close(let close):
                append(events.rest(), to: &output)
                try? encoder.close(code: close.code, reason: close.reason, mask: 0, into: &output)
            }
        }
        return output
    }

    private mutating func append(_ payload: [UInt8], to output: inout [UInt8]) {
        var batch = StompFrameBatch()
        try? parser.parse(payload.span, into: &batch)
        for _ in 0..<batch.heartBeats { send(StompFrameWriter.heartBeat, to: &output) }
        append(events.odd(batch.map(\.frame)), to: &output)
    }

    private mutating func append(_ frames: [StompFrame], to output: inout [UInt8]) {
        for frame in frames {
            guard let bytes = try? StompFrameWriter.bytes(of: frame, version: parser.version) else { continue }
            send(bytes, to: &output)
        }
    }

    private mutating func send(_ message: [UInt8], to output: inout [UInt8]) {
        let size = random.chance(50) ? Int.random(in: 1...200, using: &random) : .max
        encoder.message(message.span, kind: .text, fragmentSize: size, masks: { 0 }, into: &output)
        if random.chance(10) { encoder.ping([1, 2, 3].span, mask: 0, into: &output) }
    }
}

/// What a decoder found, in order.
private struct Parts: WebSocketReceiver {
    enum Part {
        case payload([UInt8])
        case ping([UInt8])
        case pong([UInt8])
        case close(WebSocketClose)
    }

    private(set) var all: [Part] = []

    mutating func messageBegan(_ kind: WebSocketMessageKind) {}
    mutating func messageContinued(_ payload: Span<UInt8>) { all.append(.payload(copy(payload))) }
    mutating func messageEnded() {}
    mutating func pinged(_ payload: Span<UInt8>) { all.append(.ping(copy(payload))) }
    mutating func ponged(_ payload: Span<UInt8>) { all.append(.pong(copy(payload))) }
    mutating func closed(_ close: WebSocketClose) { all.append(.close(close)) }

    private func copy(_ span: Span<UInt8>) -> [UInt8] { (0..<span.count).map { span[$0] } }
}
