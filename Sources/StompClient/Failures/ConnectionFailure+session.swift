import Stomp

extension ConnectionFailure {
    /// What the end of a session by the machine's decision means; nil when it was asked to end.
    init?(_ reason: StompSession.CloseReason) {
        switch reason {
        case .disconnected: return nil
        case .lost: self = .lost(detail: "the connection ended")
        case .refused(let error): self = ConnectRefusal.failure(for: error)
        case .serverError(let error): self = .serverError(message: error.message, body: error.body)
        case .versionNotOffered(let version): self = .noCommonVersion(offered: version)
        case .protocolViolation(let detail): self = .protocolViolation(detail: detail)
        case .silent(let duration): self = .silent(after: duration)
        }
    }
}
