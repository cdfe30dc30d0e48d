import CCurl

extension CurlTransfer {
    /// Sets up the whole exchange.
    func configure(_ settings: TransportSettings) throws(HTTPError) {
        guard HTTPOrigin(request.url) != nil else { throw .badRequest(detail: "the URL can't be used") }
        do throws(TransportError) {
            try setOptions(settings)
            try setCallbacks()
        } catch {
            throw .transport(error)
        }
        try setBody(request.body)
        try setHeaders(request.headers)
    }

    private func setOptions(_ settings: TransportSettings) throws(TransportError) {
        try set(CURLOPT_URL, request.url)
        // A variable in the path may look like dots; it is not for curl to climb.
        try set(CURLOPT_PATH_AS_IS, 1)
        try set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
        try set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        try set(CURLOPT_ACCEPT_ENCODING, "gzip, deflate")
        try apply(settings)
        guard case .file = request.body else { return try set(CURLOPT_TIMEOUT_MS, request.timeout.milliseconds) }
        // A large file on a slow line takes its time; only standing still is a fault.
        try set(CURLOPT_LOW_SPEED_LIMIT, 1)
        try set(CURLOPT_LOW_SPEED_TIME, max(1, request.timeout.milliseconds / 1000))
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
