/// How connections are made: limits, trust, identity and the way through proxies.
public struct TransportSettings: Sendable, Equatable {
    /// The addresses that are tried.
    public enum AddressFamily: Sendable, Equatable {
        /// Both kinds, racing each other (RFC 8305).
        case any
        /// Only IPv4.
        case ipv4
        /// Only IPv6.
        case ipv6
    }

    /// The limit of one attempt, from the look-up of the name to the end of the TLS handshake, proxies included.
    public var connectTimeout = Duration.seconds(10)
    /// A PEM file of the authorities to trust, in place of the system's.
    public var caFile: String?
    /// A PEM file with the certificate to show to the server, and its chain.
    public var clientCertificate: String?
    /// A PEM file with the key of `clientCertificate`; nil when that file holds it.
    public var clientKey: String?
    /// What an encrypted key is opened with.
    public var clientKeyPassphrase: String?
    /// Accepts any certificate of the server. Show it to the user: the connection is not protected.
    public var isInsecure = false
    /// The proxy: `http://`, `https://`, `socks4a://`, `socks5h://` and so on, with a port.
    ///
    /// Nil takes it from the environment: `http_proxy`, `https_proxy`, `all_proxy`, `HTTPS_PROXY`, `ALL_PROXY`. The
    /// empty text takes none.
    public var proxy: String?
    /// The user name for the proxy, unless its URL holds one.
    public var proxyUser: String?
    /// The password for the proxy.
    public var proxyPassword: String?
    /// A PEM file of the authorities to trust for an `https://` proxy, in place of the system's.
    public var proxyCAFile: String?
    /// The hosts and domains reached without a proxy, separated by commas; nil takes `no_proxy` or `NO_PROXY`.
    public var noProxy: String?
    /// The addresses that are tried.
    public var addressFamily = AddressFamily.any
    /// The bytes in a stream's queue above which its writes wait.
    public var writeQueueLimit = 4 * 1024 * 1024

    /// Whether connections keep what the server's certificates say.
    var keepsCertificates = false

    /// Makes the default settings.
    public init() {}
}
