import Glibc
import WebSocket

/// Runs the cases of a fuzzing server one after the other.
struct FuzzingClient {
    private static let agent = "bobbin"
    let base: WebSocketAddress

    /// Runs all cases and asks for the report.
    ///
    /// - Throws: only what keeps the run from beginning or ending; a broken case is told on stderr and the run goes on.
    func run() throws(EchoFailure) {
        let answer = try converse("/getCaseCount").lastText ?? ""
        guard let count = Int(answer), count >= 0 else { throw .unexpectedAnswer(answer) }
        Console.say("\(count) cases")
        for number in stride(from: 1, through: count, by: 1) {
            do throws(EchoFailure) {
                _ = try converse("/runCase?case=\(number)&agent=\(Self.agent)")
            } catch {
                Console.complain("case \(number): \(error)")
                if case .noConnection = error { throw error }
            }
        }
        _ = try converse("/updateReports?agent=\(Self.agent)")
        Console.say("\(count) cases run")
    }

    private func converse(_ resource: String) throws(EchoFailure) -> (messages: Int, lastText: String?) {
        let socket = try Socket.connect(host: base.host, port: base.port)
        socket.limitWaits(seconds: 120)
        let (accepted, early) = try Self.open(socket, host: base.hostHeader, path: base.basePath + resource)
        var conversation = EchoConversation(role: .client, compression: accepted.compression)
        return try conversation.run(over: socket, early: early)
    }

    private static func open(
        _ socket: borrowing Socket,
        host: String,
        path: String
    ) throws(EchoFailure) -> (WebSocketClientHandshake.Accepted, early: [UInt8]) {
        var handshake = try reporting { () throws(WebSocketHandshakeError) in
            try WebSocketClientHandshake(
                host: host,
                path: path,
                subprotocols: [],
                // With this a server may ask for each of the four parameters.
                compressionOffers: [.init(clientNoContextTakeover: true)],
                nonce: (0..<16).map { _ in .random(in: 0 ... .max) }
            )
        }
        try socket.write(handshake.requestBytes)
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            let count = try socket.read(into: &buffer)
            guard count > 0 else { throw .handshake(handshake.ended()) }
            let accepted = try reporting { () throws(WebSocketHandshakeError) in
                try handshake.receive(buffer.span.extracting(first: count))
            }
            if let accepted { return (accepted, Array(buffer[accepted.consumed..<count])) }
        }
    }

    private static func reporting<Value>(
        _ step: () throws(WebSocketHandshakeError) -> Value
    ) throws(EchoFailure) -> Value {
        do throws(WebSocketHandshakeError) {
            return try step()
        } catch {
            throw .handshake(error)
        }
    }
}
