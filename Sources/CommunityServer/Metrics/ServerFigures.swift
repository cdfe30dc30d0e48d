/// What the server counts.
struct ServerFigures: Sendable, Equatable {
    /// Why somebody was turned away or cut off.
    enum Refusal: String, Sendable, CaseIterable {
        /// A CONNECT without a good token.
        case token
        /// A SEND above the member's rate.
        case rate
        /// A reader whose queue was full.
        case slowReader = "slow_reader"
        /// A connection that broke a protocol.
        case protocolError = "protocol_error"
        /// Anything new while the server was being stopped.
        case stopping
    }

    /// WebSockets that are open now.
    var connections = 0
    /// Subscriptions that are open now.
    var subscriptions = 0
    /// Bytes that wait for slow readers now.
    var queuedBytes = 0
    /// Events handed in for delivery.
    var events = 0
    /// Events put into connections' queues.
    var deliveries = 0
    /// Commands by what came of them: `ok`, or the status of the refusal.
    var commands: [String: Int] = [:]
    /// How long commands took, from SEND to disk.
    var commandTimes = Histogram()
    /// Answers over HTTP by status.
    var answers: [Int: Int] = [:]
    var refusals: [Refusal: Int] = [:]
}
