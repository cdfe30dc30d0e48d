import Glibc
import Stomp
import Synchronization
import TestSupport

@testable import Headless

/// A broker on a loopback socket that a test plays, for the program as it is built.
final class LoopbackBroker: Sendable {
    /// What becomes of a frame of the client: frames in answer, or nil to close the socket.
    typealias Answer = @Sendable (StompFrame) -> [StompFrame]?

    /// Messages sent after SUBSCRIBE, more than a client can hold.
    struct Flood: Sendable {
        let body: [UInt8]
        let count: Int
        /// Decided when the client has taken nothing for a while. Should that be too early once, a test proves less.
        let stalled = OneShot<Void>()
    }

    /// What a client asked for the WebSocket with.
    struct Request: Sendable, Equatable {
        /// The path and the query.
        var target: String
        var authorization: String?
    }

    /// Where it listens.
    let url: String
    private let listener: Int32
    private let frames = Mutex<[StompFrame]>([])
    private let requests = Mutex<[Request]>([])
    private let answer: Answer
    private let flood: Flood?

    /// Listens on a free port until it is closed.
    init(flood: Flood? = nil, _ answer: @escaping Answer = { BrokerAnswer.usual(to: $0) }) {
        self.answer = answer
        self.flood = flood
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        _ = fcntl(listener, F_SETFD, FD_CLOEXEC)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                precondition(bind(listener, address, length) == 0)
                precondition(listen(listener, 16) == 0)
                precondition(getsockname(listener, address, &length) == 0)
            }
        }
        self.listener = listener
        url = "ws://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/ws"
        WorkerThread.start { self.accept() }
    }

    /// What clients have sent.
    var received: [StompFrame] { frames.withLock { $0 } }

    /// How clients have asked for the WebSocket.
    var upgrades: [Request] { requests.withLock { $0 } }

    /// Stops listening; connections go on.
    func close() {
        shutdown(listener, Int32(SHUT_RDWR))
    }

    private func accept() {
        while case let client = Glibc.accept(listener, nil, nil), client >= 0 {
            _ = fcntl(client, F_SETFD, FD_CLOEXEC)
            WorkerThread.start { self.serve(client) }
        }
        Glibc.close(listener)
    }

    private func serve(_ client: Int32) {
        defer { Glibc.close(client) }
        let wire = BrokerWire()
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(client, &chunk, chunk.count, 0)
            guard count > 0, let items = try? wire.receive(Array(chunk[..<count])) else { return }
            for item in items {
                guard react(to: item, wire, client) else { return }
            }
        }
    }

    private func react(to item: BrokerWire.Received, _ wire: BrokerWire, _ client: Int32) -> Bool {
        switch item {
        case .upgradeRequest:
            let request = Request(target: wire.target ?? "", authorization: wire.requestHeader("authorization"))
            requests.withLock { $0.append(request) }
            return send(wire.acceptance(), to: client)
        case .frame(let frame):
            frames.withLock { $0.append(frame) }
            guard let answers = answer(frame), send(wire.bytes(of: answers), to: client) else { return false }
            if frame.command == .subscribe, let flood, !send(flood, wire, client) { return false }
            return !answers.contains { $0.command == .error }
        case .heartBeat, .ping:
            return true
        case .close:
            return false
        }
    }

    private func send(_ flood: Flood, _ wire: BrokerWire, _ client: Int32) -> Bool {
        let bytes = wire.bytes(of: BrokerAnswer.messages(to: "sub-0", [flood.body]))
        for _ in 0..<flood.count {
            var request = pollfd(fd: client, events: Int16(POLLOUT), revents: 0)
            if poll(&request, 1, 500) == 0 { flood.stalled.decide(()) }
            guard send(bytes, to: client) else { return false }
        }
        flood.stalled.decide(())
        return true
    }

    private func send(_ bytes: [UInt8], to client: Int32) -> Bool {
        bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let chunk = UnsafeRawBufferPointer(rebasing: rest)
                let count = Glibc.send(client, chunk.baseAddress, chunk.count, Int32(MSG_NOSIGNAL))
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
    }
}
