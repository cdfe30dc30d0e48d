import Stomp
import Synchronization
import TestSupport
import Transport
import WebSocket

/// A transport behind which a server's live events come in odd forms, twice, in another order and oddly cut.
final class OddTransport: Transport {
    private let transport: any Transport
    private let seeds: Mutex<SeededRandom>
    private let tally: OddTally

    init(_ transport: any Transport, seed: UInt64, tally: OddTally) {
        self.transport = transport
        self.tally = tally
        seeds = Mutex(SeededRandom(seed: seed))
    }

    func connect(to endpoint: Endpoint) async throws(TransportError) -> any ByteStream {
        OddStream(try await transport.connect(to: endpoint), seed: seeds.withLock { $0.next() }, tally: tally)
    }
}

/// What a connection of it reads.
private final class OddStream: ByteStream {
    private struct State: ~Copyable {
        var wire: OddWire
        var random: SeededRandom
        var waiting: ArraySlice<UInt8> = []
    }

    private let stream: any ByteStream
    private let state: Mutex<State>

    init(_ stream: any ByteStream, seed: UInt64, tally: OddTally) {
        self.stream = stream
        state = Mutex(State(wire: OddWire(seed: seed, tally: tally), random: SeededRandom(seed: seed)))
    }

    func read(into buffer: ReadBuffer) async throws(TransportError) -> Int {
        let inner = ReadBuffer(capacity: 16 * 1024)
        while true {
            let count = take(into: buffer)
            if count > 0 { return count }
            let read = try await stream.read(into: inner)
            guard read > 0 else { return 0 }
            let bytes = inner.withBytes(read) { span in (0..<span.count).map { span[$0] } }
            state.withLock { state in
                let odd = state.wire.received(bytes)
                state.waiting += odd
            }
        }
    }

    /// A few bytes of what waits: the next read gets the rest.
    private func take(into buffer: ReadBuffer) -> Int {
        state.withLock { state in
            let wish = Int.random(in: 1...700, using: &state.random)
            let piece = state.waiting.prefix(min(wish, buffer.capacity))
            buffer.withMutableMemory { $0.copyBytes(from: piece) }
            state.waiting = state.waiting.dropFirst(piece.count)
            return piece.count
        }
    }

    func write(_ bytes: [UInt8]) async throws(TransportError) { try await stream.write(bytes) }
    func flush() async throws(TransportError) { try await stream.flush() }
    func close() { stream.close() }
}
