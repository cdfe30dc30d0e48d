import FoundationEssentials
import Transport

/// A server's URL taken apart into what each layer needs: `ws`, `wss`, `stomp+tcp` or `stomp+ssl`.
struct ServerAddress: Sendable, Equatable {
    let endpoint: Endpoint
    /// What carries the frames.
    let carrier: Carrier
    /// The `Host` header: brackets around an IPv6 address, the port unless it is the scheme's own.
    let hostHeader: String
    /// Path and query of the upgrade request.
    private(set) var requestTarget: String
    private let scheme: Scheme

    private enum Scheme: String {
        case ws, wss
        case tcp = "stomp+tcp"
        case ssl = "stomp+ssl"

        var carrier: Carrier { self == .ws || self == .wss ? .webSocket : .stream }
        var isSecure: Bool { self == .wss || self == .ssl }
        /// The usual port; those of STOMP are the brokers' custom, as nobody has assigned one.
        var port: Int {
            switch self {
            case .ws: 80
            case .wss: 443
            case .tcp: 61613
            case .ssl: 61614
            }
        }
    }

    init(_ url: URL) throws(ConnectionFailure) {
        let text = url.absoluteString
        guard let scheme = url.scheme.flatMap({ Scheme(rawValue: $0.lowercased()) }) else {
            throw .badURL(text, reason: "it must begin with ws://, wss://, stomp+tcp:// or stomp+ssl://")
        }
        guard let components = URLComponents(url: url, resolvingAgainstBaseURL: true),
            let rawHost = components.host, !rawHost.isEmpty
        else {
            throw .badURL(text, reason: "it names no host")
        }
        let port = components.port ?? scheme.port
        guard (1...65535).contains(port) else { throw .badURL(text, reason: "the port must be between 1 and 65535") }

        let host = rawHost.hasPrefix("[") && rawHost.hasSuffix("]") ? String(rawHost.dropFirst().dropLast()) : rawHost
        self.scheme = scheme
        carrier = scheme.carrier
        var endpoint = Endpoint(host: host, port: port, isSecure: scheme.isSecure)
        endpoint.offersHTTP = scheme.carrier == .webSocket
        self.endpoint = endpoint
        let bracketed = host.contains(":") ? "[\(host)]" : host
        hostHeader = components.port == nil || port == scheme.port ? bracketed : "\(bracketed):\(port)"
        let path = components.percentEncodedPath
        requestTarget = (path.isEmpty ? "/" : path) + (components.percentEncodedQuery.map { "?\($0)" } ?? "")
    }

    /// Leads to a SockJS session of its own at this endpoint (SockJS protocol 0.3.3, "WebSocket"): a server's number, for
    /// balancers, and a name that nobody else uses.
    mutating func openSockJSSession() {
        var base = path
        if base.hasSuffix("/websocket") { base = String(base.dropLast("/websocket".count)) }
        while base.hasSuffix("/") { base = String(base.dropLast()) }
        let query = requestTarget.dropFirst(path.count)
        let server = String(Int.random(in: 1000...1999)).dropFirst()
        let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789")
        let session = String((0..<16).map { _ in letters[Int.random(in: letters.indices)] })
        requestTarget = "\(base)/\(server)/\(session)/websocket" + query
    }

    /// Adds a query item, percent-encoded so that no value can end the request line.
    mutating func addQuery(name: String, value: String) {
        requestTarget += requestTarget.contains("?") ? "&" : "?"
        requestTarget += name.percentEncoded + "=" + value.percentEncoded
    }

    /// The path without its query, for advice on SockJS endpoints.
    var path: String { String(requestTarget.prefix { $0 != "?" }) }

    /// The URL without its query, for sentences.
    var text: String { "\(scheme.rawValue)://\(hostHeader)\(carrier == .webSocket ? path : "")" }

    /// The raw WebSocket path of a SockJS endpoint at this address.
    var sockJSWebSocketPath: String {
        path.hasSuffix("/") ? path + "websocket" : path + "/websocket"
    }
}
