/// A message that has begun and not yet ended.
struct MessageInProgress: Sendable {
    let kind: WebSocketMessageKind
    let isCompressed: Bool
    private let isChecked: Bool
    /// Its bytes so far, inflated.
    private(set) var size = 0
    private var text = UTF8Validator()

    /// - Parameter checksText: whether text must be UTF-8.
    init(kind: WebSocketMessageKind, isCompressed: Bool, checksText: Bool) {
        self.kind = kind
        isChecked = kind == .text && checksText
        self.isCompressed = isCompressed
    }

    /// Checks a piece of the plain payload and hands it on.
    mutating func deliver(
        _ piece: Span<UInt8>,
        limit: Int,
        to receiver: inout some WebSocketReceiver & ~Copyable
    ) throws(WebSocketError) {
        guard !piece.isEmpty else { return }
        let room = limit - size
        guard piece.count <= room else {
            // What fits is looked at first, so that the error does not depend on how the bytes were cut.
            if isChecked, !text.accept(piece.extracting(first: room)) { throw .invalidUTF8 }
            throw .messageTooLarge(limit: limit)
        }
        if isChecked, !text.accept(piece) { throw .invalidUTF8 }
        size += piece.count
        receiver.messageContinued(piece)
    }

    /// Ends the message.
    func finish(to receiver: inout some WebSocketReceiver & ~Copyable) throws(WebSocketError) {
        guard text.isComplete else { throw .invalidUTF8 }
        receiver.messageEnded()
    }
}
