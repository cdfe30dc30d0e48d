/// Opens byte streams.
public protocol Transport: Sendable {
    /// Connects to `endpoint`, with TLS where it asks for it, and returns once bytes can flow.
    ///
    /// Cancelling the task ends the attempt at once and leaves no socket open.
    func connect(to endpoint: Endpoint) async throws(TransportError) -> any ByteStream
}

/// Where to connect to.
public struct Endpoint: Sendable, Hashable {
    /// A host name or an address, without brackets.
    public var host: String
    /// A TCP port.
    public var port: Int
    /// Whether TLS is spoken.
    public var isSecure: Bool
    /// Whether TLS offers HTTP by ALPN (RFC 7301), which a server of another protocol may refuse.
    public var offersHTTP = true

    /// Makes an endpoint.
    public init(host: String, port: Int, isSecure: Bool) {
        self.host = host
        self.port = port
        self.isSecure = isSecure
    }
}
