/// The command line of a frame (STOMP 1.2 "Augmented BNF").
public enum StompCommand: String, Sendable, CaseIterable {
    case connect = "CONNECT"
    case stomp = "STOMP"
    case connected = "CONNECTED"
    case send = "SEND"
    case subscribe = "SUBSCRIBE"
    case unsubscribe = "UNSUBSCRIBE"
    case ack = "ACK"
    case nack = "NACK"
    case begin = "BEGIN"
    case commit = "COMMIT"
    case abort = "ABORT"
    case disconnect = "DISCONNECT"
    case message = "MESSAGE"
    case receipt = "RECEIPT"
    case error = "ERROR"
}
