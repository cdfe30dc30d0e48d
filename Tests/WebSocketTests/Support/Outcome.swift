import WebSocket

/// All that came out of some bytes: the events, the error that ended them, and the message left open.
struct Outcome: Equatable, CustomStringConvertible {
    var events: [RecordedEvents.Event] = []
    var error: WebSocketError?
    var open: WebSocketMessageKind?
    /// Empty when there was an error: how much comes before one depends on the cuts.
    var openPayload: [UInt8] = []

    var description: String {
        let error = error.map { " then \($0)" } ?? ""
        let open = open.map { " and \($0) open with \(openPayload.count) bytes" } ?? ""
        return String("\(events)".prefix(400)) + error + open
    }

    /// Feeds `pieces` to a new decoder.
    init(
        _ pieces: [ArraySlice<UInt8>],
        at role: WebSocketRole,
        limits: WebSocketLimits = .init(),
        compression: PermessageDeflate? = nil
    ) {
        var decoder = WebSocketDecoder(role: role, limits: limits, compression: compression)
        var recorded = RecordedEvents()
        for piece in pieces where error == nil {
            do throws(WebSocketError) {
                // A copy of its own, so that the address sanitizer sees a read past the piece.
                try decoder.decode(Array(piece).span, into: &recorded)
            } catch {
                self.error = error
            }
        }
        events = recorded.events
        open = recorded.kind
        openPayload = error == nil ? recorded.payload : []
    }

    init(events: [RecordedEvents.Event], error: WebSocketError? = nil) {
        self.events = events
        self.error = error
    }
}
