@testable import WebSocket

/// What a decoder reported, with the pieces of each message put together.
struct RecordedEvents: WebSocketReceiver, Equatable {
    enum Event: Equatable {
        case text(String)
        case binary([UInt8])
        case ping([UInt8])
        case pong([UInt8])
        case close(UInt16?, String)
    }

    var events: [Event] = []
    /// The kind of the message under way, and its payload so far.
    var kind: WebSocketMessageKind?
    var payload: [UInt8] = []

    mutating func messageBegan(_ kind: WebSocketMessageKind) {
        precondition(self.kind == nil, "a message began inside another")
        self.kind = kind
        payload = []
    }

    mutating func messageContinued(_ payload: Span<UInt8>) {
        precondition(kind != nil && !payload.isEmpty)
        self.payload += payload.bytesCopied
    }

    mutating func messageEnded() {
        switch kind {
        case .text: events.append(.text(String(decoding: payload, as: UTF8.self)))
        case .binary: events.append(.binary(payload))
        case nil: preconditionFailure("a message ended that had not begun")
        }
        kind = nil
        payload = []
    }

    mutating func pinged(_ payload: Span<UInt8>) { events.append(.ping(payload.bytesCopied)) }
    mutating func ponged(_ payload: Span<UInt8>) { events.append(.pong(payload.bytesCopied)) }
    mutating func closed(_ close: WebSocketClose) { events.append(.close(close.code, close.reason)) }
}

extension Span<UInt8> {
    var bytesCopied: [UInt8] { withUnsafeBufferPointer { Array($0) } }
}

/// All that came out of some bytes: the events, the error that ended them, and the kind and payload of a message left open.
struct Outcome: Equatable, CustomStringConvertible {
    var events: [RecordedEvents.Event] = []
    var error: WebSocketError?
    var open: WebSocketMessageKind?
    /// Only compared when there was no error: how much comes before one depends on the cuts.
    var openPayload: [UInt8] = []

    var description: String {
        "\(events)\(error.map { " error \($0)" } ?? "")\(open.map { " open \($0) \(openPayload.count)" } ?? "")"
    }
}

/// Feeds `pieces` to a new decoder.
func decode(
    _ pieces: [ArraySlice<UInt8>],
    role: WebSocketRole,
    limits: WebSocketLimits = .init(),
    compression: PermessageDeflate? = nil
) -> Outcome {
    var decoder = WebSocketDecoder(role: role, limits: limits, compression: compression)
    var recorded = RecordedEvents()
    var outcome = Outcome()
    for piece in pieces where outcome.error == nil {
        do throws(WebSocketError) {
            // A copy of its own, so that address sanitizer sees a read past the piece.
            try decoder.decode(Array(piece).span, into: &recorded)
        } catch {
            outcome.error = error
        }
    }
    outcome.events = recorded.events
    outcome.open = recorded.kind
    outcome.openPayload = outcome.error == nil ? recorded.payload : []
    return outcome
}
