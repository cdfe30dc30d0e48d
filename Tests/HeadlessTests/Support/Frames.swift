import Stomp

/// A batch of MESSAGE frames with these bodies.
func batch(_ bodies: [[UInt8]], subscription: String = "sub-1", headers: StompHeaders = [:]) -> StompFrameBatch {
    var batch = StompFrameBatch()
    for (index, body) in bodies.enumerated() {
        let own: StompHeaders = [
            "subscription": subscription, "destination": "/topic/rewritten", "message-id": "m\(index)",
        ]
        batch.append(StompFrame(.message, headers: StompHeaders(own.entries + headers.entries), body: body))
    }
    return batch
}

/// A batch of MESSAGE frames with these texts.
func batch(_ texts: String..., subscription: String = "sub-1") -> StompFrameBatch {
    batch(texts.map { Array($0.utf8) }, subscription: subscription)
}
