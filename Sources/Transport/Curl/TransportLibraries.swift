import CCurl

/// The libraries that carry the bytes.
package enum TransportLibraries {
    /// Their releases as libcurl tells them: its own, that of TLS, of zlib and of what else it was built with.
    package static var versions: String { String(cString: curl_version()) }
}
