import CCurl

/// A handle of libcurl whose options can be set.
protocol CurlOptions {
    /// Sets a text; nil switches off what curl does by itself.
    func set(_ option: CURLoption, _ value: String?) throws(TransportError)
    /// Sets a number.
    func set(_ option: CURLoption, _ value: Int) throws(TransportError)
}

extension CurlOptions {
    /// Applies what is the same for streams and for HTTP: limits, trust, identity and the way through proxies.
    func apply(_ settings: TransportSettings) throws(TransportError) {
        try set(CURLOPT_PROTOCOLS_STR, "http,https")
        try set(CURLOPT_NOSIGNAL, 1)
        // Without it, giving up a look-up waits for the resolver.
        try set(CURLOPT_QUICK_EXIT, 1)
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
        if let proxy = settings.proxy { try set(CURLOPT_PROXY, proxy) }
        if let user = settings.proxyUser { try set(CURLOPT_PROXYUSERNAME, user) }
        if let password = settings.proxyPassword { try set(CURLOPT_PROXYPASSWORD, password) }
        if let hosts = settings.noProxy { try set(CURLOPT_NOPROXY, hosts) }
    }
}

extension TransportSettings.AddressFamily {
    fileprivate var curlValue: Int32 {
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
