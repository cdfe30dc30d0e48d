import Foundation
import Stomp
import Synchronization
import TestSupport

/// A chat server as Spring makes them: what clients send to a controller comes out on other destinations, by a rule that
/// a test gives.
final class ShapedServer: Sendable {
    /// A message that goes out to everybody who is subscribed to the destination.
    struct Delivery: Sendable {
        var destination: String
        var body: String
        var headers: [(String, String)] = []

        init(_ destination: String, _ body: String, headers: [(String, String)] = []) {
            self.destination = destination
            self.body = body
            self.headers = headers
        }
    }

    /// What becomes of a SEND, or of a SUBSCRIBE.
    typealias Rule = @Sendable (StompFrame) -> [Delivery]
    /// What becomes of a CONNECT: nil accepts it.
    typealias Gate = @Sendable (StompFrame) -> StompFrame?

    let broker: LoopbackBroker

    init(receipts: Bool = false, gate: @escaping Gate = { _ in nil }, _ rule: @escaping Rule) {
        let state = State()
        broker = LoopbackBroker { frame in
            state.answer(frame, receipts: receipts, gate: gate, rule: rule)
        }
    }

    /// `ws://127.0.0.1:PORT`.
    var base: String { String(broker.url.dropLast("/ws".count)) }

    /// The frames of one kind, in order.
    func received(_ command: StompCommand) -> [StompFrame] { broker.received.filter { $0.command == command } }

    /// The bodies of the SENDs to a destination.
    func sent(to destination: String) -> [String] {
        received(.send).filter { $0.headers["destination"] == destination }
            .map { String(decoding: $0.body, as: UTF8.self) }
    }

    private final class State: Sendable {
        private let subscriptions = Mutex<[(id: String, destination: String)]>([])
        private let count = Mutex(0)

        func answer(_ frame: StompFrame, receipts: Bool, gate: Gate, rule: Rule) -> [StompFrame] {
            switch frame.command {
            case .connect, .stomp:
                subscriptions.withLock { $0 = [] }
                // CONNECTED of Spring: no server, no session.
                return [gate(frame) ?? StompFrame(.connected, headers: ["version": "1.2", "heart-beat": "0,0"])]
            case .subscribe:
                let place = (frame.headers["id"] ?? "", frame.headers["destination"] ?? "")
                subscriptions.withLock { $0.append(place) }
                return receipt(for: frame, receipts) + deliver(rule(frame))
            case .unsubscribe:
                subscriptions.withLock { $0.removeAll { $0.id == frame.headers["id"] } }
                return []
            case .send: return receipt(for: frame, receipts) + deliver(rule(frame))
            // The simple broker confirms DISCONNECT, and nothing else.
            case .disconnect: return receipt(for: frame, true)
            default: return []
            }
        }

        private func receipt(for frame: StompFrame, _ isWanted: Bool) -> [StompFrame] {
            guard isWanted, let id = frame.headers["receipt"] else { return [] }
            return [StompFrame(.receipt, headers: ["receipt-id": id])]
        }

        private func deliver(_ deliveries: [Delivery]) -> [StompFrame] {
            let subscriptions = subscriptions.withLock { $0 }
            return deliveries.flatMap { delivery in
                subscriptions.filter { $0.destination == delivery.destination }.map { target in
                    let number = count.withLock {
                        $0 += 1
                        return $0
                    }
                    // Servers rewrite the destination.
                    var headers: StompHeaders = [
                        "subscription": target.id, "message-id": "spring-\(number)", "destination": "/elsewhere",
                        "content-type": "application/json",
                    ]
                    for (name, value) in delivery.headers { headers.append(name, value) }
                    return StompFrame(.message, headers: headers, body: Array(delivery.body.utf8))
                }
            }
        }
    }
}
