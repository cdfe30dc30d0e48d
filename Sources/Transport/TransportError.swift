/// Why a stream could not be opened, or broke. `detail` is the library's or system's own sentence.
public enum TransportError: Error, Sendable, Equatable {
    /// The host name has no address.
    case nameNotResolved(host: String)
    /// Nobody listens there, or the host or its network can't be reached.
    case unreachable(host: String, port: Int, detail: String)
    /// The connection was not up within the limit.
    case connectTimedOut(host: String, port: Int, after: Duration)
    /// The TLS handshake failed: an untrusted or expired certificate, a wrong name.
    case tls(detail: String)
    /// A certificate, key or authority file can't be used.
    case badCertificateFile(path: String, detail: String)
    /// The proxy refused or could not be reached.
    case proxy(detail: String)
    /// The peer reset the connection or the network broke it.
    case reset(detail: String)
    /// `close()` was called on this side.
    case closed
    /// The task was cancelled.
    case cancelled
    /// A setting, a limit or a resource of this machine is in the way.
    case system(detail: String)
}
