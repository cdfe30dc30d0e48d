import Synchronization

/// The client's end of a connection in memory.
final class MemoryStream: ByteStream {
    private let connection: MemoryConnection
    private let onClose: @Sendable () -> Void
    private let isClosed = Atomic(false)
    private let pace = ReadPace()

    init(connection: MemoryConnection, onClose: @escaping @Sendable () -> Void) {
        self.connection = connection
        self.onClose = onClose
    }

    deinit { close() }

    func read(into buffer: ReadBuffer) async throws(TransportError) -> Int {
        await pace.keep()
        let limit = buffer.capacity
        connection.link.withLock { $0.waitingReads += 1 }
        switch try await read(limit) {
        case .bytes(let bytes):
            buffer.withMutableMemory { $0.copyBytes(from: bytes) }
            return bytes.count
        case .endOfStream: return 0
        case .failed(let error): throw error
        }
    }

    func write(_ bytes: [UInt8]) async throws(TransportError) {
        try await wait { $0.write(bytes) }.get()
    }

    func flush() async throws(TransportError) {
        try await wait { $0.flush() }.get()
    }

    func close() {
        guard !isClosed.exchange(true, ordering: .acquiringAndReleasing) else { return }
        connection.closeClient()
        onClose()
    }

    private func read(_ limit: Int) async throws(TransportError) -> MemoryLink.Read {
        do {
            return try await wait { link in
                guard let read = link.read(limit) else { return nil }
                // Under the same lock, so that nobody sees a reader that waits where it has bytes to work on.
                link.waitingReads -= 1
                return read
            }
        } catch {
            connection.link.withLock { $0.waitingReads -= 1 }
            throw error
        }
    }

    private func wait<Result: Sendable>(
        _ attempt: @escaping @Sendable (inout MemoryLink) -> Result?
    ) async throws(TransportError) -> Result {
        do {
            return try await connection.link.wait(attempt)
        } catch {
            throw .cancelled
        }
    }
}
