import Community
import Transport

/// Where events leave the community: the publisher, once there is one.
final class LiveOutlet: Sendable {
    /// Why connections are ended: another reason than the expiry of a token, which clients answer by a renewal.
    static let endReason = "Session ended"

    private let publisher = Locked<(any LivePublisher)?>(nil)

    func attach(_ publisher: (any LivePublisher)?) {
        self.publisher.withLock { $0 = publisher }
    }

    func publish(_ event: LiveEvent, to members: [Int64]) {
        publisher.withLock { $0 }?.publish(event, to: members)
    }

    func end(_ member: Int64, session: String?) {
        // RFC 6455 §7.4.1: 1008, against the policy.
        publisher.withLock { $0 }?.end(memberID: member, sessionID: session, code: 1008, reason: Self.endReason)
    }
}
