extension StompSession {
    /// What a session is asked to be.
    public struct Configuration: Sendable, Equatable {
        /// The `login` header of CONNECT.
        public var login: String?
        /// The `passcode` header of CONNECT.
        public var passcode: String?
        /// The `host` header of CONNECT; absent unless set, because RabbitMQ takes it for a virtual host.
        public var host: String?
        /// Further headers of CONNECT. One that repeats a header of the session's own is left out.
        public var connectHeaders: StompHeaders
        /// The versions offered.
        public var acceptedVersions: [StompVersion]
        /// How often heart-beats can be sent, in whole milliseconds; zero promises none.
        public var heartBeatSend: Duration
        /// How often heart-beats are asked for, in whole milliseconds; zero asks for none.
        public var heartBeatReceive: Duration
        /// How long a receipt is waited for.
        public var receiptTimeout: Duration
        /// The number of receipts that may be waited for at once.
        public var receiptLimit: Int
        /// How long the receipt of DISCONNECT is waited for.
        public var disconnectTimeout: Duration
        /// How long the server may take to close after an ERROR; its close code may say more than the ERROR.
        public var errorCloseTimeout: Duration
        /// What receipt ids begin with.
        public var receiptPrefix: String
        /// Leaves `content-length` out, which makes ActiveMQ treat messages as text.
        public var omitsContentLength: Bool

        /// Makes a configuration; the defaults suit all brokers.
        public init(
            login: String? = nil,
            passcode: String? = nil,
            host: String? = nil,
            connectHeaders: StompHeaders = [:],
            acceptedVersions: [StompVersion] = StompVersion.allCases,
            heartBeatSend: Duration = .seconds(10),
            heartBeatReceive: Duration = .seconds(10),
            receiptTimeout: Duration = .seconds(15),
            receiptLimit: Int = 65_536,
            disconnectTimeout: Duration = .seconds(2),
            errorCloseTimeout: Duration = .seconds(1),
            receiptPrefix: String = "receipt-",
            omitsContentLength: Bool = false
        ) {
            self.login = login
            self.passcode = passcode
            self.host = host
            self.connectHeaders = connectHeaders
            self.acceptedVersions = acceptedVersions
            self.heartBeatSend = heartBeatSend
            self.heartBeatReceive = heartBeatReceive
            self.receiptTimeout = receiptTimeout
            self.receiptLimit = receiptLimit
            self.disconnectTimeout = disconnectTimeout
            self.errorCloseTimeout = errorCloseTimeout
            self.receiptPrefix = receiptPrefix
            self.omitsContentLength = omitsContentLength
        }
    }
}

extension StompSession.Configuration {
    /// The CONNECT frame (STOMP 1.2 "CONNECT or STOMP Frame").
    var connectFrame: StompFrame {
        var headers: StompHeaders = ["accept-version": acceptedVersions.map(\.rawValue).joined(separator: ",")]
        if let host { headers.append("host", host) }
        headers.append("heart-beat", heartBeatOffer.headerValue)
        if let login { headers.append("login", login) }
        if let passcode { headers.append("passcode", passcode) }
        return StompFrame(.connect, headers: headers.adding(connectHeaders))
    }

    /// What the `heart-beat` header of CONNECT says.
    var heartBeatOffer: HeartBeatOffer { HeartBeatOffer(sends: heartBeatSend, wants: heartBeatReceive) }
}
