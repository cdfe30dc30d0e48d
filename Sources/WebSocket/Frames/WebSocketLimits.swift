/// How much a peer may send at once; what goes past a limit ends the connection with close code 1009.
public struct WebSocketLimits: Sendable, Equatable {
    /// The longest payload of one frame in bytes, as it comes over the wire.
    public var frameSize: Int
    /// The longest message in bytes, all fragments together and inflated.
    public var messageSize: Int

    /// Makes limits, by default 16 MiB each.
    public init(frameSize: Int = 16 << 20, messageSize: Int = 16 << 20) {
        self.frameSize = frameSize
        self.messageSize = messageSize
    }
}
