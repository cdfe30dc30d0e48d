/// Why a message was not delivered, or may not have been.
public enum SendError: Error, Sendable, Equatable {
    /// There is no session now.
    case notConnected
    /// Too many messages wait for a session already; `limit` counts bytes.
    case queueFull(limit: Int)
    /// No RECEIPT came within the limit; the message may have arrived.
    case receiptTimedOut(after: Duration)
    /// The connection was lost before the RECEIPT; the message may have arrived.
    case receiptLost(ConnectionFailure?)
    /// The server answered with an ERROR frame.
    case refused(message: String, body: String)
    /// A header can't be sent in the agreed version.
    case badHeader(name: String)
    /// The frame can't be sent on this session: a rule of the protocol is in the way, which `detail` names.
    case notSendable(detail: String)
    /// `disconnect()` was called or the task cancelled.
    case cancelled
}
