/// A `ws://` URL in its parts.
struct WebSocketAddress: Sendable {
    /// Without brackets.
    var host: String
    var port: UInt16
    /// Without a slash at its end.
    var basePath: String

    /// The value of the header `Host`.
    var hostHeader: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return port == 80 ? name : "\(name):\(port)"
    }

    init(_ text: String) throws(EchoFailure) {
        let scheme = "ws://"
        guard text.lowercased().hasPrefix(scheme) else { throw .usage("\(text) does not begin with ws://") }
        let rest = text.dropFirst(scheme.count)
        let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        var path = rest.dropFirst(authority.count)
        while path.last == "/" { path.removeLast() }
        guard path.isEmpty || path.first == "/" else {
            throw .usage("\(text) has a query; the cases are asked for by one")
        }
        basePath = String(path)

        let portText: Substring
        if authority.first == "[", let end = authority.firstIndex(of: "]") {
            host = String(authority[authority.index(after: authority.startIndex)..<end])
            portText = authority[authority.index(after: end)...]
        } else {
            host = String(authority.prefix { $0 != ":" })
            portText = authority.dropFirst(host.count)
        }
        guard !host.isEmpty else { throw .usage("\(text) names no host") }
        if portText.isEmpty {
            port = 80
        } else {
            guard portText.first == ":", let number = UInt16(portText.dropFirst()) else {
                throw .usage("\(text) has a bad port")
            }
            port = number
        }
    }
}
