/// Why a session can't do what it is asked. Nothing has been sent.
public enum StompSessionError: Error, Sendable, Equatable {
    /// CONNECTED has not come, or the session is being left or over.
    case notConnected
    /// `connect` was called before.
    case alreadyStarted
    /// This header can't be sent in the version.
    case unsendableHeader(name: String)
    /// The body holds NUL, and `content-length` is left out.
    case bodyNeedsContentLength
    /// The frame is one that the session sends by itself, or only a server may send.
    case commandNotAllowed(StompCommand)
    /// The version has no such thing.
    case notInVersion(String, StompVersion)
    /// There is a subscription of that id.
    case duplicateSubscription(id: String)
    /// There is no subscription of that id.
    case unknownSubscription(id: String)
    /// The message came without the header that acknowledging it takes, or its subscription acknowledges by itself.
    case notAcknowledgeable(missing: String)
    /// There is a transaction of that name.
    case duplicateTransaction(String)
    /// There is no transaction of that name.
    case unknownTransaction(String)
    /// That receipt is waited for already.
    case duplicateReceipt(ReceiptID)
    /// The limit of receipts waited for is reached.
    case tooManyReceipts(limit: Int)
}

extension StompSessionError {
    init(_ error: StompWriteError) {
        switch error {
        case .unsendableHeader(let name): self = .unsendableHeader(name: name)
        case .bodyNeedsContentLength: self = .bodyNeedsContentLength
        }
    }
}

extension StompSessionError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notConnected: "there is no STOMP session"
        case .alreadyStarted: "the session was started before"
        case .unsendableHeader(let name): "the header \(name.debugDescription) holds a byte that can't be sent"
        case .bodyNeedsContentLength: "the body holds NUL and can't be sent without content-length"
        case .commandNotAllowed(let command): "a client can't send \(command.rawValue) here"
        case .notInVersion(let what, let version): "STOMP \(version.rawValue) has no \(what)"
        case .duplicateSubscription(let id): "there is a subscription \(id.debugDescription) already"
        case .unknownSubscription(let id): "there is no subscription \(id.debugDescription)"
        case .notAcknowledgeable(let name): "the message has no \(name) header, so it can't be acknowledged"
        case .duplicateTransaction(let name): "the transaction \(name.debugDescription) has begun already"
        case .unknownTransaction(let name): "there is no transaction \(name.debugDescription)"
        case .duplicateReceipt(let id): "the receipt \(id.rawValue.debugDescription) is waited for already"
        case .tooManyReceipts(let limit): "more than \(limit) receipts are waited for"
        }
    }
}
