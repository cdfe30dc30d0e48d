/// What a parser accepts before it gives up; nothing is buffered past these.
public struct StompParserLimits: Sendable, Equatable {
    /// Bytes of one header line, without its end.
    public var headerLine: Int
    /// Headers of one frame.
    public var headerCount: Int
    /// Bytes of one body.
    public var body: Int

    /// Makes limits; the defaults leave room for what real brokers send.
    public init(headerLine: Int = 64 * 1024, headerCount: Int = 1000, body: Int = 64 * 1024 * 1024) {
        self.headerLine = headerLine
        self.headerCount = headerCount
        self.body = body
    }
}
