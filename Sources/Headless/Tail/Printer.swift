import Stomp
import StompClient

/// Fills a buffer with lines, up to the number of messages that is wanted.
struct Printer {
    /// What is to be written.
    var buffer: [UInt8] = []

    private var lines: MessageLines
    private var left: Int?
    private var subscriptions: Set<String> = []

    init(_ settings: TailSettings) {
        lines = MessageLines(form: settings.form, reader: settings.reader)
        left = settings.count
    }

    /// Whether all that is wanted has been put into the buffer.
    var isComplete: Bool { left == 0 }

    /// Notes which thread a subscription is.
    mutating func add(_ destination: String, as id: SubscriptionID) {
        lines.threads[id.rawValue] = destination
        subscriptions.insert(id.rawValue)
    }

    /// Forgets a subscription; returns whether it was the last.
    mutating func remove(_ id: SubscriptionID) -> Bool {
        subscriptions.remove(id.rawValue)
        return subscriptions.isEmpty
    }

    /// Puts messages into the buffer.
    mutating func print(_ frames: StompFrameBatch, arrival: Int64) {
        let wanted = left.map { min($0, frames.count) } ?? frames.count
        guard wanted > 0 else { return }
        lines.append(wanted == frames.count ? frames : frames.slice(0..<wanted), arrival: arrival, to: &buffer)
        left = left.map { $0 - wanted }
    }

    /// Puts frames into the buffer, up to the last MESSAGE that is wanted.
    mutating func print(_ frames: [TracedFrame]) {
        for frame in frames {
            if isComplete { return }
            FrameLines.append(frame, to: &buffer)
            if frame.frame?.command == .message { left = left.map { $0 - 1 } }
        }
    }
}
