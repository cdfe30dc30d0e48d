import Stomp
import TestSupport

/// Turns the MESSAGE frames of a server into what a server of the contract may send as well: other forms, events that
/// nobody knows, repeats soon and late, neighbours that have changed places.
struct OddEvents: Sendable {
    private var forms: OddForms
    private var random: SeededRandom
    private var sent: [StompFrame] = []
    /// An acknowledgement, which is only a hint, kept until something else has come.
    private var held: [StompFrame] = []
    private var strangers = 0

    init(seed: UInt64, tally: OddTally) {
        forms = OddForms(seed: seed, tally: tally)
        random = SeededRandom(seed: seed &+ 1)
    }

    /// The frames that came together.
    mutating func odd(_ frames: [StompFrame]) -> [StompFrame] {
        var result: [StompFrame] = []
        for frame in swapped(frames) {
            guard frame.command == .message else {
                result.append(frame)
                continue
            }
            guard let type = type(of: frame) else {
                // A refusal, which nothing tells from its repeat.
                result.append(turned(frame))
                continue
            }
            if held.isEmpty, type == "command.acknowledged", isFollowed(frame), random.chance(50) {
                held = [turned(frame)]
                continue
            }
            if random.chance(30) { result.append(stranger(like: frame)) }
            result.append(turned(frame))
            if random.chance(30) { result.append(turned(frame)) }
            if random.chance(30), let old = sent.randomElement(using: &random) { result.append(turned(old)) }
            result += rest()
            remember(frame)
        }
        return result
    }

    /// What is still held.
    mutating func rest() -> [StompFrame] {
        defer { held = [] }
        return held
    }

    /// Whether an acknowledgement's event is still to come, which it is not for a repeat.
    private func isFollowed(_ frame: StompFrame) -> Bool {
        guard case .truth(false)? = (try? JSONTree(frame.body))?["payload"]?["deduplicated"] else { return false }
        return true
    }

    private mutating func remember(_ frame: StompFrame) {
        sent.append(frame)
        if sent.count > 20 { sent.removeFirst() }
    }

    private mutating func turned(_ frame: StompFrame) -> StompFrame {
        var frame = frame
        frame.body = forms.text(frame.body)
        return frame
    }

    private mutating func stranger(like frame: StompFrame) -> StompFrame {
        strangers += 1
        var frame = frame
        let bodies = [
            #"{"eventId": "stranger-\#(strangers)", "type": "galaxy.collided", "threadId": 1, "payload": {"a": [1]}}"#,
            #"{"eventId": "stranger-\#(strangers)", "type": "galaxy.collided", "occurredAt": [2026, 11, 30]}"#,
            #"{"type": "message.created"}"#, "[]",
        ]
        frame.body = Array(bodies[strangers % bodies.count].utf8)
        return frame
    }

    /// Two neighbours among those whose order the receiver must not rely on.
    private mutating func swapped(_ frames: [StompFrame]) -> [StompFrame] {
        var frames = frames
        var index = 1
        while index < frames.count {
            if isMovable(frames[index - 1]), isMovable(frames[index]), random.chance(40) {
                frames.swapAt(index - 1, index)
                index += 1
            }
            index += 1
        }
        return frames
    }

    private func isMovable(_ frame: StompFrame) -> Bool {
        guard let type = type(of: frame) else { return false }
        return ["message.", "reaction.", "command.", "read.", "notification."].contains { type.hasPrefix($0) }
    }

    private func type(of frame: StompFrame) -> String? {
        guard frame.command == .message, case .text(let type)? = (try? JSONTree(frame.body))?["type"] else {
            return nil
        }
        return type
    }
}
