import CCurl

extension CurlConnection {
    /// The size of the largest read; curl's own default of 16 KiB costs a call for each.
    static let receiveSize = 256 * 1024

    /// Makes a connection that is ready to start.
    convenience init(to endpoint: Endpoint, settings: TransportSettings) throws(TransportError) {
        try self.init()
        try set(CURLOPT_URL, try CurlURL.text(for: endpoint))
        try set(CURLOPT_CONNECT_ONLY, 1)
        // ALPN offers HTTP/1.1 alone: a server that chose HTTP/2 could not be upgraded to WebSocket.
        try set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
        if !endpoint.offersHTTP { try set(CURLOPT_SSL_ENABLE_ALPN, 0) }
        try set(CURLOPT_BUFFERSIZE, Self.receiveSize)
        // Plain connections need a tunnel too: what they carry is not HTTP for long.
        try set(CURLOPT_HTTPPROXYTUNNEL, 1)
        if settings.keepsCertificates { try set(CURLOPT_CERTINFO, 1) }
        try apply(settings)
    }
}
