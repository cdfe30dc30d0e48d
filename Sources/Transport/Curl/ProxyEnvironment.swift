import Glibc

/// The variables curl takes proxies from.
enum ProxyEnvironment {
    /// Whether there is a proxy in the settings or the environment; an exception for this host may still apply.
    static func mayBeUsed(for endpoint: Endpoint, _ settings: TransportSettings) -> Bool {
        if let proxy = settings.proxy { return !proxy.isEmpty }
        return value(for: endpoint) != nil
    }

    /// The first of them that is set.
    static func value(for endpoint: Endpoint) -> String? {
        names(for: endpoint).lazy.compactMap { getenv($0).map { String(cString: $0) } }.first { !$0.isEmpty }
    }

    /// `HTTP_PROXY` is not among them: a web server sets it from a request's `Proxy` header.
    private static func names(for endpoint: Endpoint) -> [String] {
        (endpoint.isSecure ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]) + ["all_proxy", "ALL_PROXY"]
    }
}
