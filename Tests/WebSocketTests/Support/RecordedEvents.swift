import WebSocket

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

    mutating func messageContinued(_ piece: Span<UInt8>) {
        precondition(kind != nil && !piece.isEmpty, "an empty piece, or one outside a message")
        payload += piece.copy
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

    mutating func pinged(_ payload: Span<UInt8>) { events.append(.ping(payload.copy)) }
    mutating func ponged(_ payload: Span<UInt8>) { events.append(.pong(payload.copy)) }
    mutating func closed(_ close: WebSocketClose) { events.append(.close(close.code, close.reason)) }
}

extension Span<UInt8> {
    var copy: [UInt8] { withUnsafeBufferPointer { Array($0) } }
}
