/// What acknowledging a message takes, kept when the message itself is gone.
public struct StompMessageReference: Sendable, Equatable {
    /// The `message-id` header.
    public var messageID: String?
    /// The `subscription` header.
    public var subscription: String?
    /// The `ack` header, which 1.2 servers send when they wait for an acknowledgement.
    public var acknowledgement: String?

    /// Reads the headers of a MESSAGE.
    public init(_ message: StompFrameView) {
        messageID = message.header("message-id")
        subscription = message.header("subscription")
        acknowledgement = message.header("ack")
    }

    /// Reads the headers of a MESSAGE.
    public init(_ message: StompFrame) {
        messageID = message.headers["message-id"]
        subscription = message.headers["subscription"]
        acknowledgement = message.headers["ack"]
    }
}

extension StompMessageReference {
    /// The headers that ACK and NACK name the message with (STOMP 1.2, 1.1, 1.0 "ACK").
    func headers(for version: StompVersion) throws(StompSessionError) -> StompHeaders {
        switch version {
        case .v1_2:
            return ["id": try required(acknowledgement, "ack")]
        case .v1_1:
            return [
                "message-id": try required(messageID, "message-id"),
                "subscription": try required(subscription, "subscription"),
            ]
        case .v1_0:
            var headers: StompHeaders = ["message-id": try required(messageID, "message-id")]
            // Not in the specification, but brokers that gave it want it back when there are several subscriptions.
            if let subscription { headers.append("subscription", subscription) }
            return headers
        }
    }

    private func required(_ value: String?, _ name: String) throws(StompSessionError) -> String {
        guard let value else { throw .notAcknowledgeable(missing: name) }
        return value
    }
}
