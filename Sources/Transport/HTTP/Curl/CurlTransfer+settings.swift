import CCurl

extension CurlTransfer {
    /// Sets up the whole exchange.
    func configure(_ settings: TransportSettings) throws(HTTPError) {
        guard HTTPOrigin(request.url) != nil else { throw .badRequest(detail: "the URL can't be used") }
        try set(CURLOPT_URL, request.url)
        try set(CURLOPT_PROTOCOLS_STR, "http,https")
        // A variable in the path may look like dots; it is not for curl to climb.
        try set(CURLOPT_PATH_AS_IS, 1)
        try set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
        try set(CURLOPT_NOSIGNAL, 1)
        try set(CURLOPT_QUICK_EXIT, 1)
        try set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        try set(CURLOPT_ACCEPT_ENCODING, "gzip, deflate")
        try set(CURLOPT_IPRESOLVE, Int(settings.addressFamily.curlValue))
        try setLimits(settings)
        try setTrust(settings)
        try setProxy(settings)
        try setBody(request.body)
        // Behind the body, whose options choose a method of their own.
        try set(CURLOPT_CUSTOMREQUEST, request.method.rawValue)
        try setHeaders(request.headers)
        try setCallbacks()
    }

    private func setLimits(_ settings: TransportSettings) throws(HTTPError) {
        try set(CURLOPT_CONNECTTIMEOUT_MS, settings.connectTimeout.milliseconds)
        guard case .file = request.body else { return try set(CURLOPT_TIMEOUT_MS, request.timeout.milliseconds) }
        // A large file on a slow line takes its time; only standing still is a fault.
        try set(CURLOPT_LOW_SPEED_LIMIT, 1)
        try set(CURLOPT_LOW_SPEED_TIME, max(1, request.timeout.milliseconds / 1000))
    }

    private func setTrust(_ settings: TransportSettings) throws(HTTPError) {
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
        guard let certificate = settings.clientCertificate else { return }
        try set(CURLOPT_SSLCERT, certificate)
        try set(CURLOPT_SSLKEY, settings.clientKey ?? certificate)
        // Without a passphrase OpenSSL would ask for one on the terminal.
        try set(CURLOPT_KEYPASSWD, settings.clientKeyPassphrase ?? "")
    }

    private func setProxy(_ settings: TransportSettings) throws(HTTPError) {
        if let proxy = settings.proxy { try set(CURLOPT_PROXY, proxy) }
        if let user = settings.proxyUser { try set(CURLOPT_PROXYUSERNAME, user) }
        if let password = settings.proxyPassword { try set(CURLOPT_PROXYPASSWORD, password) }
        if let hosts = settings.noProxy { try set(CURLOPT_NOPROXY, hosts) }
    }
}

extension CurlFailure {
    /// What ended an exchange.
    func ofExchange(_ request: HTTPRequest, settings: TransportSettings, wasConnected: Bool) -> HTTPError {
        let detail = Redaction.withoutCredentials(text)
        guard let endpoint = HTTPOrigin(request.url)?.endpoint else { return .badRequest(detail: detail) }
        switch code {
        case CURLE_OPERATION_TIMEDOUT where wasConnected:
            return .timedOut(after: request.timeout)
        case CURLE_URL_MALFORMAT:
            return .badRequest(detail: detail)
        case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL, CURLE_BAD_CONTENT_ENCODING:
            return .badAnswer(detail: detail)
        case CURLE_PARTIAL_FILE, CURLE_HTTP2, CURLE_HTTP2_STREAM:
            return .transport(.reset(detail: detail))
        default:
            return .transport(ofConnecting(to: endpoint, settings: settings))
        }
    }
}
