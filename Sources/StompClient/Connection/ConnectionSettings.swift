public import Stomp
public import WebSocket

/// How a connection behaves; every value has a default that works with all brokers.
public struct ConnectionSettings: Sendable {
    /// Where the access token goes.
    public enum TokenPlacement: Sendable, Equatable {
        /// In a CONNECT header, behind a prefix: `Authorization`, `Bearer `.
        case connectHeader(name: String, prefix: String)
        /// In an HTTP header of the upgrade request, behind a prefix.
        case httpHeader(name: String, prefix: String)
        /// In the query of the URL.
        case query(name: String)
    }

    /// A header with the access token, behind a prefix.
    public struct FrameToken: Sendable, Equatable {
        /// The header's name.
        public var name: String
        /// What stands before the token.
        public var prefix: String

        /// Names a header.
        public init(name: String, prefix: String = "Bearer ") {
            self.name = name
            self.prefix = prefix
        }
    }

    /// The `login` header of CONNECT.
    public var login: String?
    /// The `passcode` header of CONNECT.
    public var passcode: String?
    /// The `host` header of CONNECT; absent unless set. On RabbitMQ it names the virtual host.
    public var host: String?
    /// Further headers of CONNECT.
    public var connectHeaders: StompHeaders = [:]
    /// Further headers of the upgrade request.
    public var httpHeaders: [(name: String, value: String)] = []
    /// Where the access token goes.
    public var tokenPlacement = TokenPlacement.connectHeader(name: "Authorization", prefix: "Bearer ")
    /// A header that holds the access token in every frame, for servers that check each; nil for none.
    public var frameToken: FrameToken?
    /// The rate of heart-beats promised; brokers cut clients that promise none.
    public var heartBeatSend = Duration.seconds(10)
    /// The rate of heart-beats asked for; zero asks for none.
    public var heartBeatReceive = Duration.seconds(10)
    /// The limit of one attempt, from the upgrade request to CONNECTED; the transport limits what comes before.
    public var signInTimeout = Duration.seconds(15)
    /// How long a receipt is waited for.
    public var receiptTimeout = Duration.seconds(15)
    /// How long a session must last for the back-off to start anew.
    public var stableAfter = Duration.seconds(10)
    /// The number of attempts in a row at each address; nil never gives up, 1 never retries.
    public var attemptLimit: Int?
    /// Offers permessage-deflate.
    public var offersCompression = true
    /// Leaves `content-length` out of text frames, which makes ActiveMQ treat them as text messages.
    public var omitsContentLength = false
    /// Splits outgoing frames into WebSocket messages of this many bytes; nil sends each as one.
    public var splitsFramesAt: Int?
    /// Speaks SockJS, for servers that offer nothing else: the URL is that of the SockJS endpoint, and frames travel as
    /// texts in JSON. A body that is not UTF-8 can't be sent then.
    public var usesSockJS = false
    /// Asks for a receipt of each SUBSCRIBE, so that a refused one can be told from the others.
    public var confirmsSubscriptions = true
    /// Takes every queue for a stream of RabbitMQ: it is read and written as one, and a name without `/` means the queue
    /// of that name. Without it, only a queue whose subscription says `x-queue-type:stream` is read as one.
    public var usesStreams = false
    /// Reports every frame as `StompEvent.trace`.
    public var tracesFrames = false
    /// The bytes of undelivered events above which the socket is not read.
    public var eventQueueLimit = 4 * 1024 * 1024
    /// The bytes of frames that wait for a session, or for the socket, above which a send fails or waits.
    public var sendQueueLimit = 4 * 1024 * 1024
    /// Limits on incoming frames.
    public var parserLimits = StompParserLimits()

    /// Limits on incoming WebSocket frames and messages; with compression they bound the inflated size.
    public var messageLimits = WebSocketLimits(frameSize: 80 * 1024 * 1024, messageSize: 80 * 1024 * 1024)

    /// Makes the default settings.
    public init() {}

}
