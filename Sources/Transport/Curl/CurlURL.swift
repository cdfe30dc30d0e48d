import CCurl

/// Writes the URL of an endpoint with curl's own URL interface, which refuses hosts that are more than a host.
enum CurlURL {
    static func text(for endpoint: Endpoint) throws(TransportError) -> String {
        guard let url = curl_url() else { throw .system(detail: "libcurl has no memory left") }
        defer { curl_url_cleanup(url) }
        let isIPv6 = endpoint.host.contains(":") && !endpoint.host.hasPrefix("[")
        let parts = [
            (CURLUPART_SCHEME, endpoint.isSecure ? "https" : "http"),
            (CURLUPART_HOST, isIPv6 ? "[\(endpoint.host)]" : endpoint.host),
            (CURLUPART_PORT, "\(endpoint.port)"),
            (CURLUPART_PATH, "/"),
        ]
        for (part, value) in parts where curl_url_set(url, part, value, 0) != CURLUE_OK {
            throw .system(detail: "“\(endpoint.host)” with port \(endpoint.port) is not an address")
        }
        var text: UnsafeMutablePointer<CChar>?
        guard curl_url_get(url, CURLUPART_URL, &text, 0) == CURLUE_OK, let text else {
            throw .system(detail: "“\(endpoint.host)” with port \(endpoint.port) is not an address")
        }
        defer { curl_free(text) }
        return String(cString: text)
    }
}
