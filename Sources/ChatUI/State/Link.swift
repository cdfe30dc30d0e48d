import Chat

/// The connection as the status line shows it.
struct Link: Sendable, Equatable {
    var status = ConnectionStatus.connecting
    /// Since when there is no session, in milliseconds since 1970; nil while there is one, and before the first.
    var since: Int64?
    /// When the next attempt starts, by `Moment.uptime`.
    var retryAt: Int64?
    /// A session has been up: what comes before the next one is missed.
    var wasConnected = false
    /// The session was lost and has not come back.
    var hasGap = false

    /// Whether there is nothing to worry about.
    var isHealthy: Bool {
        switch status {
        case .connecting: true
        case .connected(_, let warning): warning == nil
        case .waiting, .offline: false
        }
    }
}
