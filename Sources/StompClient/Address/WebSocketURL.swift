package import FoundationEssentials

/// Where a community server's WebSocket is, given the server's base URL.
package enum WebSocketURL {
    /// `http` becomes `ws` and `https` becomes `wss`, the port is kept and `/ws/websocket` is added, unless the path already
    /// names a WebSocket; a `ws` or `wss` URL is taken as it is.
    package static func from(base: URL) -> URL {
        guard var components = URLComponents(url: base, resolvingAgainstBaseURL: true) else { return base }
        switch components.scheme?.lowercased() {
        case "http": components.scheme = "ws"
        case "https": components.scheme = "wss"
        default: return base
        }
        var path = components.percentEncodedPath
        while path.hasSuffix("/") { path.removeLast() }
        if !path.hasSuffix("/ws") && !path.hasSuffix("/websocket") { path += "/ws/websocket" }
        components.percentEncodedPath = path
        components.query = nil
        components.fragment = nil
        return components.url ?? base
    }
}
