/// One STOMP session as a client sees it, from CONNECT to the end, as a value: it decides, and whoever holds the socket
/// carries out the actions, in their order.
///
/// Time comes in as the duration since an origin of the caller's choice, never going back. Every session that was
/// started ends with exactly one `Action.close`, whatever happens; each receipt it was asked to wait for has ended by
/// then.
///
/// What a driver does:
/// - each read: `receivedBytes(at:)`, then what the parser made of it in order: a run of MESSAGE frames is announced
///   by one `receivedMessages(at:)` and delivered on `.deliverMessages`; other frames go through `received(_:at:)`;
/// - each write: `sentBytes(at:)`;
/// - `.schedule` replaces a timer of the same name; when it is due, `timerFired(_:at:)`;
/// - the connection's end, however it came: `closed(at:)`.
public struct StompSession: Sendable {
    let configuration: Configuration
    var state = State.idle
    var timers = ArmedTimers()
    private var receiptIDs: StompIdentifiers

    /// Makes a session that has not begun.
    public init(configuration: Configuration = Configuration()) {
        self.configuration = configuration
        receiptIDs = StompIdentifiers(prefix: configuration.receiptPrefix)
    }

    enum State: Sendable {
        case idle
        case connecting
        case established(Established)
        case disconnecting(Established, receipt: ReceiptID)
        /// An ERROR came: the server closes, and its close may say more.
        case failing(CloseReason)
        case closed
    }

    /// What a session has from CONNECTED on.
    struct Established: Sendable {
        let version: StompVersion
        var heartBeats: HeartBeats
        var receipts: PendingReceipts
        var subscriptions: [String: StompAcknowledgementMode] = [:]
        var transactions: Set<String> = []
    }
}

// MARK: What it is

extension StompSession {
    /// The agreed version; nil before CONNECTED and after the end.
    public var version: StompVersion? {
        switch state {
        case .established(let established), .disconnecting(let established, _): established.version
        case .idle, .connecting, .failing, .closed: nil
        }
    }

    /// Whether frames can be sent.
    public var isConnected: Bool {
        switch state {
        case .established: true
        case .idle, .connecting, .disconnecting, .failing, .closed: false
        }
    }

    /// The number of receipts waited for.
    public var pendingReceiptCount: Int {
        switch state {
        case .established(let established), .disconnecting(let established, _): established.receipts.count
        case .idle, .connecting, .failing, .closed: 0
        }
    }

    /// The bytes of a frame this session asked to send. CONNECT is the same in all versions.
    public func bytes(of frame: StompFrame) throws(StompWriteError) -> [UInt8] {
        try StompFrameWriter.bytes(
            of: frame,
            version: version ?? .v1_2,
            omitsContentLength: configuration.omitsContentLength
        )
    }

    /// An id for a receipt that this session has not used yet.
    public mutating func makeReceiptID() -> ReceiptID { ReceiptID(rawValue: receiptIDs.next()) }
}

// MARK: Moving between states

extension StompSession {
    /// Changes the data of an established session.
    mutating func whileEstablished<Result>(
        _ change: (inout Established) throws(StompSessionError) -> Result
    ) throws(StompSessionError) -> Result {
        guard case .established(var established) = state else { throw .notConnected }
        // The one reference left, so that changing its collections copies nothing.
        state = .idle
        defer { state = .established(established) }
        return try change(&established)
    }

    /// Changes the data of a session that was established, whether or not it is being left.
    mutating func sinceEstablished(_ change: (inout Established) -> Void) {
        switch state {
        case .established(var established):
            state = .idle
            change(&established)
            state = .established(established)
        case .disconnecting(var established, let receipt):
            state = .idle
            change(&established)
            state = .disconnecting(established, receipt: receipt)
        case .idle, .connecting, .failing, .closed:
            break
        }
    }

    /// Ends the session: no timer stays, no receipt stays open, and the last action says why.
    mutating func end(_ reason: CloseReason) -> [Action] {
        let lost = loseReceipts()
        state = .closed
        return timers.cancelAll() + lost + [.close(reason)]
    }

    /// Ends all receipts that are still waited for.
    mutating func loseReceipts() -> [Action] {
        var lost: [ReceiptID] = []
        sinceEstablished { lost = $0.receipts.loseAll() }
        return lost.map(Action.receiptLost)
    }
}
