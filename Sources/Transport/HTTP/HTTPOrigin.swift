import CCurl

/// Scheme, host and port of a URL: who is asked (RFC 6454 §4).
package struct HTTPOrigin: Sendable, Hashable {
    package let scheme: String
    package let host: String
    package let port: Int

    /// The origin of an absolute `http` or `https` URL; nil for any other text.
    package init?(_ text: String) {
        guard let url = curl_url() else { return nil }
        defer { curl_url_cleanup(url) }
        guard curl_url_set(url, CURLUPART_URL, text, 0) == CURLUE_OK,
            let scheme = Self.part(CURLUPART_SCHEME, of: url)?.lowercased(), scheme == "http" || scheme == "https",
            let host = Self.part(CURLUPART_HOST, of: url)?.lowercased(),
            let port = Self.part(CURLUPART_PORT, of: url).flatMap({ Int($0) })
        else { return nil }
        self.scheme = scheme
        self.host = host
        self.port = port
    }

    /// What there is to connect to.
    var endpoint: Endpoint {
        let isIPv6 = host.hasPrefix("[") && host.hasSuffix("]")
        return Endpoint(
            host: isIPv6 ? String(host.dropFirst().dropLast()) : host,
            port: port,
            isSecure: scheme == "https"
        )
    }

    private static func part(_ part: CURLUPart, of url: OpaquePointer) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard curl_url_get(url, part, &text, UInt32(CURLU_DEFAULT_PORT)) == CURLUE_OK, let text else { return nil }
        defer { curl_free(text) }
        return String(cString: text)
    }
}
