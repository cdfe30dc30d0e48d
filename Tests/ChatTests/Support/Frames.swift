import Stomp

@testable import Chat

/// Frames as a connection delivers them.
func batch(_ frames: StompFrame...) throws -> StompFrameBatch {
    var batch = StompFrameBatch()
    var parser = StompFrameParser(version: .v1_2)
    for frame in frames {
        let bytes = try StompFrameWriter.bytes(of: frame, version: .v1_2)
        try parser.parse(bytes.span, into: &batch)
    }
    return batch
}

/// A MESSAGE of a subscription.
func message(
    _ body: String,
    subscription: String = "s1",
    id: String = "m1",
    headers: [(String, String)] = []
) -> StompFrame {
    var all: StompHeaders = ["subscription": subscription, "message-id": id, "destination": "/elsewhere"]
    for (name, value) in headers { all.append(name, value) }
    return StompFrame(.message, headers: all, body: Array(body.utf8))
}
