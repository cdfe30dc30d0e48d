/// The far end of one connection in memory, which a test plays.
public final class MemoryPeer: Sendable {
    /// What the client connected to.
    public let endpoint: Endpoint
    let connection: MemoryConnection

    init(endpoint: Endpoint, connection: MemoryConnection) {
        self.endpoint = endpoint
        self.connection = connection
    }
}

// MARK: What the client wrote

extension MemoryPeer {
    /// Waits until there is something and takes all of it; empty once the client has closed and all has been taken.
    public func nextBytes() async throws(CancellationError) -> [UInt8] {
        try await connection.link.wait { link in
            link.received.isEmpty && !link.isReceiptOver ? nil : link.takeReceived(.max)
        }
    }

    /// Waits for `count` bytes and takes them.
    public func read(exactly count: Int) async throws(MemoryPeerError) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let missing = count - bytes.count
            let more = try await take { $0.received.isEmpty ? nil : missing }
            guard !more.isEmpty else { throw .endOfStream(before: bytes) }
            bytes += more
        }
        return bytes
    }

    /// Waits for `mark` and takes everything up to its end, as for the blank line behind an HTTP header.
    ///
    /// `mark` must come within the `inboxLimit` of the transport.
    public func read(through mark: [UInt8]) async throws(MemoryPeerError) -> [UInt8] {
        let bytes = try await take { link in
            link.received.firstRange(of: mark).map { $0.upperBound - link.received.startIndex }
        }
        guard !bytes.isEmpty else { throw .endOfStream(before: connection.link.withLock { $0.takeReceived(.max) }) }
        return bytes
    }

    /// Takes everything until the client closes.
    public func readToEnd() async throws(CancellationError) -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let more = try await nextBytes()
            if more.isEmpty { return bytes }
            bytes += more
        }
    }

    /// Waits until the client has closed its end, or the connection was reset.
    public func closed() async throws(CancellationError) {
        try await connection.link.wait { $0.isReceiptOver ? () : nil }
    }

    /// The client has closed its end.
    public var isClosedByClient: Bool { connection.link.withLock { $0.isClosedByClient } }

    /// Bytes that are here and not taken.
    public var receivedCount: Int { connection.link.withLock { $0.received.count } }

    /// Bytes that wait in the client's own queue because the network takes no more.
    public var clientQueueCount: Int { connection.link.withLock { $0.queuedCount } }

    /// Takes as many bytes as `count` says once it says something; empty when the client closes before.
    private func take(
        _ count: @escaping @Sendable (MemoryLink) -> Int?
    ) async throws(MemoryPeerError) -> [UInt8] {
        do {
            return try await connection.link.wait { link in
                if let count = count(link) { return link.takeReceived(count) }
                return link.isReceiptOver ? [] : nil
            }
        } catch {
            throw .cancelled
        }
    }
}

/// Why the bytes a test waits for did not come.
public enum MemoryPeerError: Error, Equatable {
    /// The client closed before; these were its last bytes.
    case endOfStream(before: [UInt8])
    /// The task was cancelled.
    case cancelled
}

// MARK: What the client will read

extension MemoryPeer {
    /// Sends bytes, without waiting.
    ///
    /// - Returns: how many bytes have arrived that the client has not read, these included.
    @discardableResult
    public func send(_ bytes: some Sequence<UInt8>) -> Int {
        connection.send(Array(bytes))
        return unreadCount
    }

    /// Sends `count` random bytes, the same ones for the same seed.
    @discardableResult
    public func sendGarbage(_ count: Int, seed: UInt64) -> Int {
        var random = SeededGenerator(seed: seed)
        return send((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
    }

    /// Ends the stream behind what was sent; what the client writes still arrives.
    public func endStream() {
        connection.send(.endOfStream)
    }

    /// Resets the connection behind what was sent.
    public func reset() {
        connection.send(.reset)
    }

    /// Bytes that have arrived and that the client has not read.
    public var unreadCount: Int { connection.link.withLock { $0.unreadCount } }

    /// Waits until the client has left at most `limit` bytes unread; it tells nothing of what it does with them.
    public func waitUntilUnread(atMost limit: Int) async throws(CancellationError) {
        try await connection.link.wait { $0.unreadCount <= limit ? () : nil }
    }

    /// Waits until the client has read everything and waits for more, or has closed.
    public func waitUntilClientIdle() async throws(CancellationError) {
        try await connection.link.wait { $0.isClientIdle || $0.isReceiptOver ? () : nil }
    }
}
