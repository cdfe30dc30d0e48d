import Glibc
import WebSocket

/// Accepts connections for ever and echoes on each in a thread of its own.
struct EchoServer {
    let port: UInt16

    /// Serves until the process is ended.
    func run() throws(EchoFailure) {
        let listener = try Socket.listen(port: port)
        Console.say("ws-echo listens on ws://127.0.0.1:\(listener.localPort)")
        while true {
            let socket = try listener.accept()
            try Self.startThread(with: ConnectionBox(socket))
        }
    }

    /// Carries a socket into its thread.
    private final class ConnectionBox {
        let socket: Socket

        init(_ socket: consuming Socket) {
            self.socket = socket
        }
    }

    private static func startThread(with box: ConnectionBox) throws(EchoFailure) {
        var thread = pthread_t()
        let context = Unmanaged.passRetained(box)
        let status = pthread_create(
            &thread,
            nil,
            { context in
                // The reference retained above is given to this thread.
                guard let context else { return nil }
                let box = Unmanaged<ConnectionBox>.fromOpaque(context).takeRetainedValue()
                do throws(EchoFailure) {
                    try EchoServer.serve(box.socket)
                } catch {
                    Console.complain(error.description)
                }
                return nil
            },
            context.toOpaque()
        )
        guard status == 0 else {
            context.release()
            throw .system(call: "pthread_create", code: status)
        }
        pthread_detach(thread)
    }

    private static func serve(_ socket: borrowing Socket) throws(EchoFailure) {
        socket.limitWaits(seconds: 10)
        var handshake = WebSocketServerHandshake()
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            let count = try socket.read(into: &buffer)
            guard count > 0 else { return }
            let request: WebSocketRequest?
            do throws(WebSocketRequestError) {
                request = try handshake.receive(buffer.span.extracting(first: count))
            } catch {
                try socket.write(error.responseBytes)
                throw .request(error)
            }
            guard let request else { continue }
            let early = Array(buffer[request.consumed..<count])
            let agreement = request.compressionOffers.first.map { (PermessageDeflate(accepting: $0), $0) }
            try socket.write(request.accept(compression: agreement))
            socket.limitWaits(seconds: 600)
            var conversation = EchoConversation(role: .server, compression: agreement?.0)
            _ = try conversation.run(over: socket, early: early)
            return
        }
    }
}
