import CCurl

extension CurlConnection {
    /// The size of the largest read; curl's own default of 16 KiB costs a call for each.
    static let receiveSize = 256 * 1024

    /// Makes a connection that is ready to start.
    convenience init(to endpoint: Endpoint, settings: TransportSettings) throws(TransportError) {
        try self.init()
        try set(CURLOPT_URL, try CurlURL.text(for: endpoint))
        try set(CURLOPT_CONNECT_ONLY, 1)
        try set(CURLOPT_PROTOCOLS_STR, "http,https")
        // ALPN offers HTTP/1.1 alone: a server that chose HTTP/2 could not be upgraded to WebSocket.
        try set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
        try set(CURLOPT_NOSIGNAL, 1)
        // Without it, giving up a look-up waits for the resolver.
        try set(CURLOPT_QUICK_EXIT, 1)
        try set(CURLOPT_BUFFERSIZE, Self.receiveSize)
        try set(CURLOPT_CONNECTTIMEOUT_MS, settings.connectTimeout.milliseconds)
        try set(CURLOPT_IPRESOLVE, Int(settings.addressFamily.curlValue))
        try setTrust(settings)
        try setIdentity(settings)
        try setProxy(settings)
    }

    private func setTrust(_ settings: TransportSettings) throws(TransportError) {
        try set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        try set(CURLOPT_SSL_VERIFYPEER, settings.isInsecure ? 0 : 1)
        try set(CURLOPT_SSL_VERIFYHOST, settings.isInsecure ? 0 : 2)
        if let file = settings.caFile {
            try set(CURLOPT_CAINFO, file)
            try set(CURLOPT_CAPATH, nil)
        }
        try set(CURLOPT_PROXY_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        if let file = settings.proxyCAFile {
            try set(CURLOPT_PROXY_CAINFO, file)
            try set(CURLOPT_PROXY_CAPATH, nil)
        }
    }

    private func setIdentity(_ settings: TransportSettings) throws(TransportError) {
        guard let certificate = settings.clientCertificate else { return }
        try set(CURLOPT_SSLCERT, certificate)
        try set(CURLOPT_SSLKEY, settings.clientKey ?? certificate)
        // Without a passphrase OpenSSL would ask for one on the terminal.
        try set(CURLOPT_KEYPASSWD, settings.clientKeyPassphrase ?? "")
    }

    private func setProxy(_ settings: TransportSettings) throws(TransportError) {
        // Plain connections need a tunnel too: what they carry is not HTTP for long.
        try set(CURLOPT_HTTPPROXYTUNNEL, 1)
        if let proxy = settings.proxy { try set(CURLOPT_PROXY, proxy) }
        if let user = settings.proxyUser { try set(CURLOPT_PROXYUSERNAME, user) }
        if let password = settings.proxyPassword { try set(CURLOPT_PROXYPASSWORD, password) }
        if let hosts = settings.noProxy { try set(CURLOPT_NOPROXY, hosts) }
    }
}

extension TransportSettings.AddressFamily {
    var curlValue: Int32 {
        switch self {
        case .any: CURL_IPRESOLVE_WHATEVER
        case .ipv4: CURL_IPRESOLVE_V4
        case .ipv6: CURL_IPRESOLVE_V6
        }
    }
}

extension Duration {
    /// Whole milliseconds, at least one, at most what curl can count.
    var milliseconds: Int {
        let (seconds, attoseconds) = components
        guard seconds < 1_000_000 else { return 1_000_000_000 }
        return max(1, Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
    }
}
