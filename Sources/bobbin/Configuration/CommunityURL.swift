import Community
import FoundationEssentials

/// A community server's address as people write it.
struct CommunityURL: Sendable, Equatable {
    /// Where its API is.
    let base: BaseURL
    /// Whether anybody on the way can read along.
    let isInTheClear: Bool

    /// Reads `http://`, `https://` or a host name with or without a port and path.
    ///
    /// A host name alone means `https://`, on this machine `http://`.
    init(_ text: String) throws(ServerURL.Fault) {
        guard !text.unicodeScalars.contains(where: { $0.value <= 0x20 || $0.value == 0x7F }) else {
            throw ServerURL.Fault("holds a blank or a control character")
        }
        let hasScheme = text.contains("://")
        guard var components = URLComponents(string: hasScheme ? text : "https://" + text) else {
            throw ServerURL.Fault("is not a URL")
        }
        guard let host = components.host, !host.isEmpty else {
            throw ServerURL.Fault("names no host; write it like https://community.example.org")
        }
        let isLoopback = ServerURL.isLoopback(host)
        components.scheme = components.scheme?.lowercased()
        if !hasScheme, isLoopback { components.scheme = "http" }
        guard let scheme = components.scheme, ["http", "https"].contains(scheme) else {
            throw ServerURL.Fault(
                "must begin with https:// or http:// for a community; ws:// and wss:// are for brokers"
            )
        }
        guard components.port.map({ (1...65535).contains($0) }) ?? true else {
            throw ServerURL.Fault("has a port that is not between 1 and 65535")
        }
        guard components.user == nil, components.password == nil else {
            throw ServerURL.Fault("holds a name or password, which others can see; leave it out and use bobbin login")
        }
        guard components.query == nil, components.fragment == nil else {
            throw ServerURL.Fault("holds a query or a fragment; leave what begins with ? or # out")
        }
        guard let written = components.string, let base = BaseURL(written) else {
            throw ServerURL.Fault("is not a URL")
        }
        self.base = base
        isInTheClear = scheme == "http" && !isLoopback
    }
}
