import FoundationEssentials
import StompClient

/// A server's address as people write it, made into the URL of its WebSocket, or of its STOMP port.
struct ServerURL: Sendable, Equatable {
    /// RabbitMQ's Web STOMP on this machine, what is used when nothing else is said.
    static let local = "ws://127.0.0.1:15674/ws"

    /// RabbitMQ's port for Web STOMP, and the ones that Scripts/rabbitmq takes when others are in use.
    private static let rabbitMQPorts = 15674...15699
    /// The brokers' usual port for STOMP without WebSocket.
    private static let stompPort = 61613

    /// The URL of the WebSocket or the STOMP port, without a user's name.
    let url: URL
    /// The user's name in the address, if it holds one.
    let user: String?
    /// Whether it is a RabbitMQ on this machine, by its port.
    let isLocalRabbitMQ: Bool

    /// What is wrong with an address, as the rest of a sentence.
    struct Fault: Error, Equatable {
        let problem: String

        init(_ problem: String) { self.problem = problem }
    }

    /// Reads `ws://`, `wss://`, `http://`, `https://`, `stomp+tcp://`, `stomp+ssl://` or a host name with or without a
    /// port and path.
    ///
    /// A host name alone means `wss://`, on this machine `ws://`. Where there is no path, RabbitMQ's port gets `/ws`.
    ///
    /// - Parameter preset: completes what the address leaves out.
    init(_ text: String, preset: Preset? = nil) throws(Fault) {
        guard !text.unicodeScalars.contains(where: { $0.value <= 0x20 || $0.value == 0x7F }) else {
            throw Fault("holds a blank or a control character")
        }
        let hasScheme = text.contains("://")
        guard var components = URLComponents(string: hasScheme ? text : "wss://" + text) else {
            throw Fault("is not a URL")
        }
        guard let host = components.host, !host.isEmpty else {
            throw Fault("names no host; write it like wss://chat.example.org/ws")
        }
        let isLoopback = ServerURL.isLoopback(host)
        components.scheme = components.scheme?.lowercased()
        if !hasScheme { components.scheme = isLoopback ? "ws" : "wss" }
        let schemes = ["ws", "wss", "http", "https", "stomp+tcp", "stomp+ssl"]
        guard let scheme = components.scheme, schemes.contains(scheme) else {
            throw Fault("must begin with ws://, wss://, http://, https://, stomp+tcp:// or stomp+ssl://")
        }
        let isPlain = scheme.hasPrefix("stomp")
        guard components.port.map({ (1...65535).contains($0) }) ?? true else {
            throw Fault("has a port that is not between 1 and 65535")
        }
        guard components.password == nil else {
            throw Fault("holds a password, which others can see; leave it out and set BOBBIN_PASSWORD or passwordFile")
        }
        user = components.user.flatMap { $0.isEmpty ? nil : $0 }
        if components.scheme == "ws", components.port == nil { components.port = preset?.port }
        let isUsualPort =
            isPlain
            ? components.port ?? ServerURL.stompPort == ServerURL.stompPort
            : components.port.map(ServerURL.rabbitMQPorts.contains) == true
        isLocalRabbitMQ = isLoopback && isUsualPort
        components.user = nil
        components.fragment = nil
        if isPlain {
            try ServerURL.refusePath(&components)
        } else if let preset, components.percentEncodedPath.isEmpty || components.percentEncodedPath == "/" {
            components.percentEncodedPath = preset.path
            if scheme == "http" || scheme == "https" { components.scheme = scheme == "http" ? "ws" : "wss" }
        } else {
            try ServerURL.complete(&components, isHostAlone: !hasScheme)
        }
        guard let url = components.url else { throw Fault("is not a URL") }
        self.url = StompConnection.webSocketURL(base: url)
    }

    private static func refusePath(_ components: inout URLComponents) throws(Fault) {
        if components.percentEncodedPath == "/" { components.percentEncodedPath = "" }
        guard components.percentEncodedPath.isEmpty, components.percentEncodedQuery == nil else {
            throw Fault("has a path, which STOMP has only in a WebSocket; leave it out, or begin with ws:// or wss://")
        }
    }

    /// Adds the path that the address leaves out.
    private static func complete(_ components: inout URLComponents, isHostAlone: Bool) throws(Fault) {
        guard components.percentEncodedPath.isEmpty || components.percentEncodedPath == "/" else { return }
        if components.port.map(rabbitMQPorts.contains) == true {
            components.percentEncodedPath = "/ws"
        } else if isHostAlone {
            // As for an https:// address, whose path StompConnection.webSocketURL(base:) completes.
            components.scheme = components.scheme == "ws" ? "http" : "https"
        }
    }

    /// Whether a host is this machine.
    static func isLoopback(_ host: String) -> Bool {
        let host = host.lowercased()
        return host == "localhost" || host == "[::1]" || host == "::1"
            || (host.hasPrefix("127.") && host.split(separator: ".").count == 4)
    }
}
