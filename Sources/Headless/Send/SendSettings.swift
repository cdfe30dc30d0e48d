public import Stomp

/// What `bobbin send` sends, and how.
public struct SendSettings: Sendable {
    /// Where to.
    public var destination: String
    /// The headers of each message, `content-type` among them.
    public var headers: StompHeaders
    /// After what time it ends; nil for 15 s with one text and never with lines.
    public var timeout: Duration?
    /// Whether the server confirms each message by a RECEIPT; otherwise only the farewell is confirmed.
    public var confirmsEach: Bool
    /// Whether messages are kept on this machine until they are sent, and what has been kept is a success.
    public var queues: Bool
    /// The server's address as the user gave it, for sentences.
    public var url: String
    /// What becomes of a text before it is sent.
    public var form = SendForm()
    /// The Unicode scalars that a message may have; nil for any number.
    public var lengthLimit: Int?
    /// Where it is said what became of each message; nil says nothing.
    public var report: OutputWriter?

    /// Names what to send.
    public init(
        destination: String,
        headers: StompHeaders = ["content-type": "text/plain;charset=utf-8"],
        timeout: Duration? = nil,
        confirmsEach: Bool = true,
        queues: Bool = false,
        url: String
    ) {
        self.destination = destination
        self.headers = headers
        self.timeout = timeout
        self.confirmsEach = confirmsEach
        self.queues = queues
        self.url = url
    }
}
