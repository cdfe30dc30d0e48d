import TestSupport
import Testing

@testable import Transport

private let broker = Endpoint(host: "broker.test", port: 15674, isSecure: false)

/// Reads until the stream ends.
private func readToEnd(_ stream: any ByteStream, buffer: ReadBuffer = ReadBuffer()) async throws -> [[UInt8]] {
    var reads: [[UInt8]] = []
    while true {
        let count = try await stream.read(into: buffer)
        if count == 0 { return reads }
        reads.append(buffer.withBytes(count) { span in span.withUnsafeBufferPointer { Array($0) } })
    }
}

@Suite("Connecting in memory", .timeLimit(.minutes(10)))
struct MemoryTransportConnectTests {
    @Test("The peer of a connection knows where the client wanted to go")
    func endpoint() async throws {
        let transport = MemoryTransport()
        let stream = try await transport.connect(to: broker)
        #expect(try await transport.nextConnection().endpoint == broker)
        #expect(transport.connectCount == 1)
        #expect(transport.openStreamCount == 1)
        stream.close()
        stream.close()
        #expect(transport.openStreamCount == 0)
    }

    @Test("Attempts end as the script says, then as all others do")
    func script() async throws {
        let transport = MemoryTransport()
        transport.script(.refuse(.nameNotResolved(host: "broker.test")), .accept)
        transport.otherwise(.refuse(.tls(detail: "no")))
        await #expect(throws: TransportError.nameNotResolved(host: "broker.test")) {
            try await transport.connect(to: broker)
        }
        try await transport.connect(to: broker).close()
        await #expect(throws: TransportError.tls(detail: "no")) { try await transport.connect(to: broker) }
        await #expect(throws: TransportError.tls(detail: "no")) { try await transport.connect(to: broker) }
        #expect(transport.connectCount == 4)
        #expect(transport.openStreamCount == 0)
    }

    @Test("A hanging attempt ends when its task is cancelled and leaves nothing")
    func hang() async throws {
        let transport = MemoryTransport()
        transport.script(.hang)
        let attempt = Task { try await transport.connect(to: broker) }
        try await transport.waitForConnects(1)
        #expect(transport.pendingConnectCount == 1)
        attempt.cancel()
        await #expect(throws: TransportError.cancelled) { try await attempt.value }
        try await transport.waitUntilNothingIsOpen()
        #expect(transport.openStreamCount == 0)
    }

    @Test("A slow attempt takes its time on the clock")
    func slow() async throws {
        let clock = ManualClock()
        let transport = MemoryTransport(clock: clock)
        transport.script(.acceptAfter(.seconds(3)))
        let attempt = Task { try await transport.connect(to: broker) }
        try await clock.timer(at: .seconds(3))
        clock.advance(by: .seconds(3))
        try await attempt.value.close()
        #expect(transport.connectCount == 1)
    }

    @Test("A stream that is let go counts as closed")
    func letGo() async throws {
        let transport = MemoryTransport()
        var stream: (any ByteStream)? = try await transport.connect(to: broker)
        let peer = try await transport.nextConnection()
        #expect(stream != nil)
        stream = nil
        try await peer.closed()
        #expect(transport.openStreamCount == 0)
    }
}

@Suite("Reading and writing in memory", .timeLimit(.minutes(10)))
struct MemoryStreamTests {
    let clock = ManualClock()
    let stream: any ByteStream
    let peer: MemoryPeer

    init() async throws {
        let transport = MemoryTransport(clock: clock, writeQueueLimit: 10, inboxLimit: 4)
        stream = try await transport.connect(to: broker)
        peer = try await transport.nextConnection()
    }

    @Test("Each send arrives as one read, as far as the buffer reaches")
    func whole() async throws {
        #expect(peer.send([1, 2, 3]) == 3)
        #expect(peer.send([4]) == 4)
        peer.endStream()
        #expect(try await readToEnd(stream, buffer: ReadBuffer(capacity: 2)) == [[1, 2], [3], [4]])
        #expect(try await stream.read(into: ReadBuffer()) == 0)
    }

    @Test("Sends are cut into the sizes asked for")
    func sizes() async throws {
        peer.split(.sizes([1, 3]))
        peer.send([1, 2, 3, 4, 5, 6])
        peer.endStream()
        #expect(try await readToEnd(stream) == [[1], [2, 3, 4], [5], [6]])
    }

    @Test("Random cuts lose nothing and repeat with their seed", arguments: [1, 2, 3] as [UInt64])
    func seeded(seed: UInt64) async throws {
        peer.split(.seeded(seed, limit: 7))
        let bytes = [UInt8](0..<200)
        peer.send(bytes)
        peer.split(.seeded(seed, limit: 7))
        peer.send(bytes)
        peer.endStream()
        let reads = try await readToEnd(stream)
        #expect(reads.flatMap { $0 } == bytes + bytes)
        #expect(Array(reads.prefix(reads.count / 2)) == Array(reads.suffix(reads.count / 2)))
        #expect(reads.allSatisfy { (1...7).contains($0.count) })
    }

    @Test("Delayed bytes arrive when their time has come, in order, and so does what is sent behind them")
    func delay() async throws {
        peer.delay(by: .seconds(2))
        #expect(peer.send([1]) == 0)
        try await clock.timer(at: .seconds(2))
        clock.advance(by: .seconds(1))
        peer.send([2])
        peer.delay(by: nil)
        peer.send([3])
        peer.endStream()
        clock.advance(by: .seconds(1))
        try await clock.timer(at: .seconds(3))
        #expect(peer.unreadCount == 1)
        clock.advance(by: .seconds(1))
        #expect(try await readToEnd(stream) == [[1], [2], [3]])
    }

    @Test("A reset comes behind what has arrived, and breaks writes at once")
    func reset() async throws {
        peer.send([1])
        peer.reset()
        await #expect(throws: MemoryLink.resetError) { try await stream.write([1]) }
        #expect(try await stream.read(into: ReadBuffer()) == 1)
        await #expect(throws: MemoryLink.resetError) { try await stream.read(into: ReadBuffer()) }
    }

    @Test("A fault can wait for a number of bytes sent; the rest is lost")
    func cutDelivery() async throws {
        peer.fail(with: .reset, afterSending: 3)
        peer.send([1, 2])
        peer.send([3, 4])
        let buffer = ReadBuffer()
        #expect(try await stream.read(into: buffer) == 2)
        #expect(try await stream.read(into: buffer) == 1)
        await #expect(throws: MemoryLink.resetError) { try await stream.read(into: buffer) }
    }

    @Test("A fault can wait for a number of bytes received")
    func cutReceipt() async throws {
        peer.fail(with: .reset, afterReceiving: 3)
        try await stream.write([1, 2])
        try await stream.write([3, 4])
        await #expect(throws: MemoryLink.resetError) { try await stream.flush() }
        #expect(try await peer.readToEnd() == [1, 2, 3])
    }

    @Test("On a half-open connection writes are accepted and nothing arrives on either side")
    func halfOpen() async throws {
        peer.fail(with: .halfOpen)
        peer.send([1])
        peer.reset()
        for _ in 0..<100 { try await stream.write([1, 2, 3]) }
        try await stream.flush()
        #expect(peer.unreadCount == 0)
        #expect(peer.receivedCount == 0)
        #expect(peer.swallowedCount == 300)
    }

    @Test("Garbage is the same for the same seed")
    func garbage() async throws {
        peer.sendGarbage(1000, seed: 7)
        peer.sendGarbage(1000, seed: 7)
        peer.endStream()
        let reads = try await readToEnd(stream)
        #expect(reads.count == 2 && reads[0] == reads[1])
        #expect(Set(reads[0]).count > 200)
    }

    @Test("After the peer's end the client can still write")
    func halfClose() async throws {
        peer.endStream()
        #expect(try await readToEnd(stream).isEmpty)
        try await stream.write([1])
        #expect(try await peer.nextBytes() == [1])
    }

    @Test("The peer reads by count, up to a mark and to the end")
    func peerReads() async throws {
        try await stream.write([1, 2, 3])
        #expect(try await peer.read(exactly: 2) == [1, 2])
        let header = Task { [peer] in try await peer.read(through: [13, 10]) }
        try await stream.write([13])
        try await stream.write([10, 9])
        #expect(try await header.value == [3, 13, 10])
        stream.close()
        await #expect(throws: MemoryPeerError.endOfStream(before: [9])) { try await peer.read(exactly: 2) }
        #expect(try await peer.nextBytes().isEmpty)
        #expect(peer.isClosedByClient)
    }

    @Test("A write waits while the queue is over its limit and goes on when the peer takes bytes")
    func writeBackPressure() async throws {
        // The inbox takes 4 and the queue may hold 10 before a write waits.
        try await stream.write([UInt8](repeating: 1, count: 15))
        #expect(peer.receivedCount == 4)
        #expect(peer.clientQueueCount == 11)
        let waiting = Task { [stream] in try await stream.write([2]) }
        let flushing = Task { [stream] in try await stream.flush() }
        #expect(try await peer.read(exactly: 1) == [1])
        try await waiting.value
        #expect(peer.clientQueueCount == 11)
        #expect(try await peer.read(exactly: 15) == [UInt8](repeating: 1, count: 14) + [2])
        try await flushing.value
    }

    @Test("A stalled network takes nothing until it goes on")
    func stall() async throws {
        peer.stall()
        try await stream.write([1])
        #expect(peer.clientQueueCount == 1)
        peer.resume()
        #expect(try await peer.nextBytes() == [1])
    }

    @Test("Waiting reads, writes and flushes end when the task is cancelled, and nothing of the write is sent")
    func cancel() async throws {
        peer.stall()
        try await stream.write([UInt8](repeating: 1, count: 11))
        let stream = stream
        let tasks = [
            Task { _ = try await stream.read(into: ReadBuffer()) },
            Task { try await stream.write([2]) },
            Task { try await stream.flush() },
        ]
        try await peer.waitUntilClientIdle()
        for task in tasks {
            task.cancel()
            await #expect(throws: TransportError.cancelled) { try await task.value }
        }
        peer.resume()
        stream.close()
        #expect(try await peer.readToEnd() == [1, 1, 1, 1])
    }

    @Test("Closing ends what waits, drops what is queued and is seen by the peer")
    func close() async throws {
        peer.stall()
        try await stream.write([1])
        let stream = stream
        let reading = Task { try await stream.read(into: ReadBuffer()) }
        try await peer.waitUntilClientIdle()
        stream.close()
        await #expect(throws: TransportError.closed) { try await reading.value }
        await #expect(throws: TransportError.closed) { try await stream.write([1]) }
        await #expect(throws: TransportError.closed) { try await stream.flush() }
        #expect(try await peer.readToEnd().isEmpty)
    }

    @Test("The peer can wait for a client that has read everything")
    func idle() async throws {
        peer.send([1, 2, 3])
        let stream = stream
        let reading = Task { try await readToEnd(stream, buffer: ReadBuffer(capacity: 1)) }
        try await peer.waitUntilClientIdle()
        #expect(peer.unreadCount == 0)
        peer.endStream()
        #expect(try await reading.value.count == 3)
    }

    @Test("A reader that always finds bytes still lets others on its actor run")
    func fairness() async throws {
        actor Reader {
            var isDone = false
            func stop() { isDone = true }
            func readUntilStopped(_ stream: any ByteStream, from peer: MemoryPeer) async throws {
                let buffer = ReadBuffer()
                while !isDone {
                    peer.send([1])
                    _ = try await stream.read(into: buffer)
                }
            }
        }
        let reader = Reader()
        let reading = Task { [stream, peer] in try await reader.readUntilStopped(stream, from: peer) }
        await reader.stop()
        try await reading.value
    }
}
