import Stomp
import Synchronization
import TestSupport

/// A broker's part of a stream, as RabbitMQ plays it: `last` brings the last chunk, messages come behind a receipt that
/// was asked for earlier, and a stream that is not there is refused by name.
final class ScriptedStream: Sendable {
    private struct State {
        var bodies: [String]
        /// What is sent with the next answer.
        var late: [StompFrame] = []
        var requests: [StompFrame] = []
    }

    private let name: String
    private let chunk: Int
    /// The oldest message that is still there.
    private let oldest: Int
    private let state: Mutex<State>

    init(_ name: String, _ bodies: [String], chunk: Int = 2, oldest: Int = 0) {
        self.name = name
        self.chunk = chunk
        self.oldest = oldest
        state = Mutex(State(bodies: bodies))
    }

    /// The SUBSCRIBE frames so far.
    var requests: [StompFrame] { state.withLock { $0.requests } }

    /// The answer to a frame.
    func answer(_ frame: StompFrame) -> [StompFrame] {
        guard frame.command == .subscribe, let id = frame.headers["id"] else { return BrokerAnswer.usual(to: frame) }
        guard frame.headers["destination"] == "/amq/queue/\(name)" else {
            let wanted = frame.headers["destination"]?.split(separator: "/").last ?? ""
            return [BrokerAnswer.error("not_found", body: "NOT_FOUND - no queue '\(wanted)' in vhost '/'")]
        }
        return state.withLock { state in
            state.requests.append(frame)
            let late = state.late
            state.late = messages(from: frame.headers["x-stream-offset"] ?? "next", state.bodies, to: id)
            // A reader of ranges and the last reader get all at once.
            let isProbe = frame.headers["prefetch-count"] == "65535" || frame.headers["x-stream-offset"] == "next"
            guard !isProbe else { return BrokerAnswer.usual(to: frame) + late }
            defer { state.late = [] }
            return BrokerAnswer.usual(to: frame) + late + state.late
        }
    }

    private func messages(from start: String, _ bodies: [String], to id: String) -> [StompFrame] {
        let first: Int
        switch start {
        case "first": first = 0
        case "last": first = max(0, bodies.count - 1) / chunk * chunk
        case "next": first = bodies.count
        default:
            let parts = start.split(separator: "=")
            let number = Int(parts[1]) ?? 0
            // The time of each message is its offset in seconds.
            first = min(number, bodies.count)
        }
        return (max(first, oldest)..<max(first, oldest, bodies.count)).map { offset in
            StompFrame(
                .message,
                headers: [
                    "subscription": id, "message-id": "T_\(id)@@1@@\(offset)", "destination": "/queue/\(name)",
                    "x-stream-offset": "\(offset)", "ack": "\(offset)",
                ],
                body: Array(bodies[offset].utf8)
            )
        }
    }
}
