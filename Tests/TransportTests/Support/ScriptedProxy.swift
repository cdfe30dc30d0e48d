import Synchronization
import TestSupport
import Testing

/// A proxy that serves one connection as its script says: an HTTP proxy (RFC 9110 §9.3.6) or SOCKS 5 (RFC 1928).
final class ScriptedProxy: Sendable {
    enum Script: Sendable {
        /// Answers CONNECT with 200 and relays.
        case http
        /// Answers CONNECT with this status.
        case httpStatus(Int)
        /// Reads CONNECT and says nothing.
        case httpSilence
        /// Relays.
        case socks
        /// Answers the request with this code (RFC 1928 §6).
        case socksReply(UInt8)
    }

    let port: Int
    private let listener: LoopbackListener
    private let script: Script
    private let serving = Mutex<Task<String, any Error>?>(nil)

    /// Starts to wait for the connection.
    init(_ script: Script) throws {
        listener = try LoopbackListener()
        port = listener.port
        self.script = script
        let task = Task { [listener] in
            try await onOwnThread { try Self.serve(try listener.acceptBlocking(), script) }
        }
        serving.withLock { $0 = task }
    }

    /// What the client asked for: the HTTP header, or host and port in SOCKS; known once it is answered.
    func request() async throws -> String {
        guard let task = serving.withLock({ $0 }) else { return "" }
        return try await task.value
    }

    private static func serve(_ client: LoopbackSocket, _ script: Script) throws -> String {
        switch script {
        case .http, .httpStatus, .httpSilence: try serveHTTP(client, script)
        case .socks: try serveSOCKS(client, reply: 0)
        case .socksReply(let reply): try serveSOCKS(client, reply: reply)
        }
    }

    private static func serveHTTP(_ client: LoopbackSocket, _ script: Script) throws -> String {
        let header = try client.readHeaderBlocking()
        switch script {
        case .httpStatus(let status):
            try client.writeBlocking(Array("HTTP/1.1 \(status) No\r\nContent-Length: 3\r\n\r\nno\n".utf8))
        case .httpSilence:
            // Until the client goes away.
            while !(try client.readBlocking()).isEmpty {}
        default:
            let target = header.split(separator: " ")[1]
            let port = try #require(target.split(separator: ":").last.flatMap { Int($0) })
            let server = try LoopbackSocket.connect(port: port)
            try client.writeBlocking(Array("HTTP/1.1 200 OK\r\n\r\n".utf8))
            Relay.start(client, server)
        }
        return header
    }

    private static func serveSOCKS(_ client: LoopbackSocket, reply: UInt8) throws -> String {
        let greeting = try client.readBlocking(exactly: 2)
        let methods = try client.readBlocking(exactly: Int(greeting[1]))
        var user = ""
        if methods.contains(2) {
            // RFC 1929: user name and password.
            try client.writeBlocking([5, 2])
            _ = try client.readBlocking(exactly: 1)
            let name = try client.readBlocking(exactly: Int(try client.readBlocking(exactly: 1)[0]))
            let password = try client.readBlocking(exactly: Int(try client.readBlocking(exactly: 1)[0]))
            user = String(decoding: name + [58] + password + [64], as: UTF8.self)
            try client.writeBlocking([1, 0])
        } else {
            try client.writeBlocking([5, 0])
        }
        let head = try client.readBlocking(exactly: 4)
        let host =
            head[3] == 3
            ? String(
                decoding: try client.readBlocking(exactly: Int(try client.readBlocking(exactly: 1)[0])),
                as: UTF8.self
            )
            : try client.readBlocking(exactly: 4).map { "\($0)" }.joined(separator: ".")
        let port = try client.readBlocking(exactly: 2).reduce(0) { $0 << 8 | Int($1) }
        let answer: [UInt8] = [5, reply, 0, 1, 127, 0, 0, 1, 0, 0]
        if reply == 0 {
            let server = try LoopbackSocket.connect(port: port)
            try client.writeBlocking(answer)
            Relay.start(client, server)
        } else {
            try client.writeBlocking(answer)
        }
        return "\(user)\(host):\(port)"
    }
}
