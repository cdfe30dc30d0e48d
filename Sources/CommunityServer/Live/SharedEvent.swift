import Community
import Stomp
import Transport
import WebSocket

/// One event on its way to many connections: written as JSON once, and as a frame once for all that call their
/// subscription the same, which nearly all do.
final class SharedEvent: Sendable {
    private struct Shape: Hashable {
        var subscription: String
        var version: StompVersion
    }

    /// Frames kept; a connection with a name of its own costs a frame of its own.
    private static let shapeLimit = 8

    private let eventID: String
    private let body: [UInt8]
    private let frames = Locked<[Shape: [UInt8]]>([:])

    /// Nil for an event that can't be written, which none of the contract's is.
    init?(_ event: LiveEvent) {
        guard let body = try? WireJSON.write(event) else { return nil }
        eventID = event.eventId
        self.body = body
    }

    /// The event as a WebSocket message for a subscription of this id.
    func frame(subscription: String, version: StompVersion) -> [UInt8]? {
        let shape = Shape(subscription: subscription, version: version)
        return frames.withLock { frames in
            if let frame = frames[shape] { return frame }
            guard let frame = write(shape) else { return nil }
            if frames.count < Self.shapeLimit { frames[shape] = frame }
            return frame
        }
    }

    private func write(_ shape: Shape) -> [UInt8]? {
        var headers: StompHeaders = [
            "message-id": eventID, "destination": LiveQueue.events.rawValue, "content-type": "application/json",
        ]
        if !shape.subscription.isEmpty { headers.append("subscription", shape.subscription) }
        let frame = StompFrame(.message, headers: headers, body: body)
        return ServerMessage.bytes(of: frame, version: shape.version)
    }
}

/// STOMP frames as WebSocket messages.
enum ServerMessage {
    /// One frame as one text message; nil for a frame that can't be written.
    static func bytes(of frame: StompFrame, version: StompVersion) -> [UInt8]? {
        (try? StompFrameWriter.bytes(of: frame, version: version)).map(text)
    }

    /// A heart-beat.
    static let heartBeat = text(StompFrameWriter.heartBeat)

    private static func text(_ bytes: [UInt8]) -> [UInt8] {
        var encoder = WebSocketEncoder(role: .server)
        var message: [UInt8] = []
        message.reserveCapacity(bytes.count + 10)
        encoder.message(bytes.span, kind: .text, mask: 0, into: &message)
        return message
    }
}
