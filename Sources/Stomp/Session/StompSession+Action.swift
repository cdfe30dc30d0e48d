extension StompSession {
    /// What a driver is told to do or to report.
    public enum Action: Sendable, Equatable {
        /// Send this frame, made of `bytes(of:)`; it is known to be sendable.
        case send(StompFrame)
        /// Send `StompFrameWriter.heartBeat`.
        case sendHeartBeat
        /// Call `timerFired` at that time; a timer of the same name is replaced.
        case schedule(Timer, at: Duration)
        /// Forget the timer.
        case cancel(Timer)
        /// CONNECTED came.
        case connected(Connected)
        /// Deliver the run of MESSAGE frames that was announced.
        case deliverMessages
        /// The receipt came.
        case receipt(ReceiptID)
        /// The server answered the frame that asked for this receipt with an ERROR.
        case receiptRefused(ReceiptID, StompServerError)
        /// The receipt did not come in time.
        case receiptTimedOut(ReceiptID)
        /// The receipt can't come any more; whether the frame arrived is not known.
        case receiptLost(ReceiptID)
        /// An ERROR came. The session can send nothing more; `close` follows.
        case serverError(StompServerError)
        /// Something odd that does no harm.
        case notice(Notice)
        /// The session is over: close the connection if it is still open. Always the last action of a session.
        case close(CloseReason)
    }

    /// The timers of a session, one of each at most.
    public enum Timer: Sendable, Hashable, CaseIterable {
        /// Something must be sent soon.
        case heartBeat
        /// The server may have fallen silent.
        case silence
        /// The oldest receipt may be overdue.
        case receipts
        /// DISCONNECT was not answered.
        case disconnect
        /// The server did not close after its ERROR.
        case errorClose
    }

    /// What CONNECTED said.
    public struct Connected: Sendable, Equatable {
        /// The agreed version.
        public var version: StompVersion
        /// The `server` header.
        public var server: String?
        /// The `session` header.
        public var sessionID: String?
        /// The `user-name` header, as Spring sends it.
        public var userName: String?
        /// The longest silence we promised; zero for none.
        public var heartBeatSend: Duration
        /// The longest silence the server promised; zero for none.
        public var heartBeatReceive: Duration

        /// Makes a description of a session that has come up.
        public init(
            version: StompVersion,
            server: String? = nil,
            sessionID: String? = nil,
            userName: String? = nil,
            heartBeatSend: Duration = .zero,
            heartBeatReceive: Duration = .zero
        ) {
            self.version = version
            self.server = server
            self.sessionID = sessionID
            self.userName = userName
            self.heartBeatSend = heartBeatSend
            self.heartBeatReceive = heartBeatReceive
        }
    }

    /// Something odd that does no harm.
    public enum Notice: Sendable, Equatable {
        /// CONNECTED has a `heart-beat` that can't be read; it counts as absent.
        case malformedHeartBeat(String)
        /// A RECEIPT came that nobody waits for, or no longer.
        case unexpectedReceipt(ReceiptID)
        /// A RECEIPT came without `receipt-id`.
        case receiptWithoutID
    }

    /// Why a session ended.
    public enum CloseReason: Sendable, Equatable {
        /// It was asked to.
        case disconnected
        /// The connection ended by itself.
        case lost
        /// The server answered CONNECT with an ERROR.
        case refused(StompServerError)
        /// The server sent an ERROR on the established session.
        case serverError(StompServerError)
        /// The server chose a version that was not offered.
        case versionNotOffered(String)
        /// The server sent a frame that may not come.
        case protocolViolation(String)
        /// Nothing came for so long.
        case silent(after: Duration)
    }
}

/// What an ERROR frame said.
public struct StompServerError: Sendable, Equatable {
    /// The `message` header, or nothing.
    public var message: String
    /// The body, with what is not UTF-8 replaced.
    public var body: String
    /// All headers.
    public var headers: StompHeaders

    /// Reads an ERROR frame.
    public init(_ frame: StompFrame) {
        message = frame.headers["message"] ?? ""
        body = String(decoding: frame.body, as: UTF8.self)
        headers = frame.headers
    }

    /// The receipt that the frame in question asked for, where the server tells.
    public var receiptID: ReceiptID? { headers["receipt-id"].map(ReceiptID.init(rawValue:)) }
}

/// The id of a receipt.
public struct ReceiptID: Sendable, Hashable, CustomStringConvertible {
    /// The value of the `receipt` and `receipt-id` headers.
    public let rawValue: String

    /// Makes an id of the header's value.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public var description: String { rawValue }
}
