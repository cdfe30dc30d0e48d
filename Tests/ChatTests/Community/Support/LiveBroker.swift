import Stomp
import StompClient
import Synchronization
import TestSupport
import Transport

/// The live side of a community server, as a test plays it.
final class LiveBroker: Sendable {
    private struct State {
        var peer: MemoryPeer?
        var subscriptions: [String: String] = [:]
        var connects: [StompFrame] = []
        var lastEvent = 0
    }

    private let transport: MemoryTransport
    private let state = Mutex(State())
    private let frames: AsyncStream<StompFrame>.Continuation
    /// All SEND and DISCONNECT frames, in order; for one reader.
    let received: AsyncStream<StompFrame>

    init(_ transport: MemoryTransport) {
        self.transport = transport
        (received, frames) = AsyncStream.makeStream()
    }

    /// The CONNECT frames so far.
    var connects: [StompFrame] { state.withLock { $0.connects } }

    /// Serves one connection after the other until it is cancelled.
    func play() -> Task<Void, Never> {
        Task {
            while let peer = try? await transport.nextConnection() {
                let wire = BrokerWire()
                while let bytes = try? await peer.nextBytes(), !bytes.isEmpty {
                    for item in (try? wire.receive(bytes)) ?? [] { take(item, from: peer, wire) }
                }
            }
        }
    }

    private func take(_ item: BrokerWire.Received, from peer: MemoryPeer, _ wire: BrokerWire) {
        switch item {
        case .upgradeRequest: peer.send(wire.acceptance())
        case .heartBeat, .ping, .close: break
        case .frame(let frame):
            state.withLock { state in
                switch frame.command {
                case .connect, .stomp:
                    state.connects.append(frame)
                    state.subscriptions = [:]
                    state.peer = peer
                case .subscribe:
                    state.subscriptions[frame.headers["destination"] ?? ""] = frame.headers["id"]
                default: break
                }
            }
            peer.send(wire.bytes(of: BrokerAnswer.usual(to: frame)))
            if frame.command == .send || frame.command == .disconnect { frames.yield(frame) }
        }
    }

    // MARK: What the server says

    /// An event with an identifier of its own.
    func push(_ type: String, in threadID: String, _ payload: String, eventID: String? = nil) {
        let id =
            eventID
            ?? state.withLock { state in
                state.lastEvent += 1
                return "event-\(state.lastEvent)"
            }
        push(
            #"{"eventId": "\#(id)", "type": "\#(type)", "threadId": \#(threadID), "payload": \#(payload)}"#,
            to: "/user/queue/community/threads/events"
        )
    }

    /// A body of the error queue.
    func refuse(_ body: String) {
        push(body, to: "/user/queue/errors")
    }

    func push(_ body: String, to queue: String) {
        let (peer, id) = state.withLock { ($0.peer, $0.subscriptions[queue] ?? "") }
        // A broker relay rewrites the destination.
        let frame = StompFrame(
            .message,
            headers: ["subscription": id, "message-id": "m", "destination": "/queue/user-7"],
            body: Array(body.utf8)
        )
        peer?.send(BrokerWire().bytes(of: [frame]))
    }

    /// The network breaks.
    func cut() {
        state.withLock { $0.peer }?.reset()
    }

    /// The server closes the socket.
    func close(code: UInt16, reason: String) {
        let peer = state.withLock { $0.peer }
        peer?.send(BrokerWire().close(code: code, reason: reason))
        peer?.endStream()
    }
}
