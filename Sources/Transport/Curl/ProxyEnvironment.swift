import Glibc

/// The variables curl takes proxies from.
enum ProxyEnvironment {
    /// Whether there is a proxy in the settings or the environment; an exception for this host may still apply.
    static func mayBeUsed(for endpoint: Endpoint, _ settings: TransportSettings) -> Bool {
        if let proxy = settings.proxy { return !proxy.isEmpty }
        return names(for: endpoint).contains { name in
            guard let value = getenv(name) else { return false }
            return value.pointee != 0
        }
    }

    /// `HTTP_PROXY` is not among them: a web server sets it from a request's `Proxy` header.
    private static func names(for endpoint: Endpoint) -> [String] {
        (endpoint.isSecure ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]) + ["all_proxy", "ALL_PROXY"]
    }
}
