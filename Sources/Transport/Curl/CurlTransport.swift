/// Connections over libcurl: happy eyeballs, TLS and proxies as everywhere on the system.
public final class CurlTransport: Transport {
    /// How connections are made.
    public let settings: TransportSettings

    /// Makes a transport; nothing is opened until `connect(to:)`.
    public init(settings: TransportSettings = TransportSettings()) {
        self.settings = settings
    }

    public func connect(to endpoint: Endpoint) async throws(TransportError) -> any ByteStream {
        let connection = try await ConnectAttempt(to: endpoint, settings: settings).connection()
        return try CurlStream(connection, queueLimit: settings.writeQueueLimit)
    }
}
