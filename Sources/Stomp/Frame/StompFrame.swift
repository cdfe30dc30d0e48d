/// One frame: a command, headers and a body of any bytes.
public struct StompFrame: Sendable, Equatable {
    /// The frame's command.
    public var command: StompCommand
    /// The frame's headers, unescaped.
    public var headers: StompHeaders
    /// The frame's body, byte for byte.
    public var body: [UInt8]

    /// Makes a frame.
    public init(_ command: StompCommand, headers: StompHeaders = [:], body: [UInt8] = []) {
        self.command = command
        self.headers = headers
        self.body = body
    }
}
