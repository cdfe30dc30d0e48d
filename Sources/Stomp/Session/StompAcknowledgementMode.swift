/// How a subscription's messages are acknowledged (STOMP 1.2 "SUBSCRIBE ack Header").
public enum StompAcknowledgementMode: String, Sendable {
    /// The server counts a message as delivered once it was sent.
    case auto
    /// ACK covers the message and all before it.
    case client
    /// ACK covers the one message.
    case clientIndividual = "client-individual"
}
