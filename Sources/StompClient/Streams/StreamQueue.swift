package import Stomp

/// What a frame says to a stream of RabbitMQ.
package enum StreamQueue {
    /// The header that tells which offset a message has.
    static let offsetHeader: StaticString = "x-stream-offset"

    /// Makes the queue a stream where there is none yet, and has to be said each time where there is one.
    package static let headers: StompHeaders = [
        "x-queue-type": "stream", "durable": "true", "auto-delete": "false",
    ]

    /// The destination that a name of a stream means.
    package static func destination(_ name: String) -> String {
        guard !name.isEmpty, !name.hasPrefix("/") else { return name }
        // A `/` inside the name of a queue would be none of the destination's own (RabbitMQ, "Destinations").
        return "/queue/" + name.split(separator: "/", omittingEmptySubsequences: false).joined(separator: "%2F")
    }

    /// The same for a stream that must be there: it is not made.
    package static func existing(_ name: String) -> String {
        let destination = destination(name)
        return destination.hasPrefix("/queue/") ? "/amq" + destination : destination
    }

    /// Whether a destination names a queue, which may be a stream.
    static func isQueue(_ destination: String) -> Bool {
        destination.hasPrefix("/queue/") || destination.hasPrefix("/amq/queue/")
    }

    /// The offset of a message; nil when it does not come from a stream.
    package static func offset(of message: StompFrameView) -> UInt64? {
        message.header(offsetHeader).flatMap { UInt64($0) }
    }
}
