import Glibc
import TestSupport
import Testing

@testable import Transport

@Suite("Streams over sockets", .timeLimit(.minutes(10)))
struct CurlStreamTests {
    let listener: LoopbackListener

    init() throws {
        listener = try LoopbackListener()
    }

    @Test("Bytes go both ways")
    func bothWays() async throws {
        let (stream, peer) = try await connectedPair(listener)
        try await stream.write([1, 2, 3])
        try await stream.write([])
        try await stream.write([4])
        try await stream.flush()
        #expect(try await peer.read(exactly: 4) == [1, 2, 3, 4])
        try await peer.write([5, 6])
        #expect(try await stream.readOnce() == [5, 6])
        stream.close()
        #expect(try await peer.drain() == 0)
    }

    @Test("A read that has to wait gets what comes later")
    func waitingRead() async throws {
        let (stream, peer) = try await connectedPair(listener)
        async let read = stream.readOnce()
        try await until { stream.waiterCount == 1 }
        try await peer.write([7])
        #expect(try await read == [7])
    }

    @Test("The peer's end is told again and again, and writes still arrive")
    func halfClose() async throws {
        let (stream, peer) = try await connectedPair(listener)
        try await peer.write([1])
        peer.endStream()
        #expect(try await stream.readOnce() == [1])
        #expect(try await stream.readOnce().isEmpty)
        #expect(try await stream.readOnce().isEmpty)
        try await stream.write([2])
        #expect(try await peer.read(exactly: 1) == [2])
    }

    @Test("A reset ends a waiting read with the system's reason, and later writes too")
    func reset() async throws {
        var (stream, peer): (CurlStream, LoopbackSocket?) = try await connectedPair(listener)
        let reading = Task { [stream] in try await stream.readOnce() }
        try await until { stream.waiterCount == 1 }
        peer?.resetOnClose()
        peer = nil
        let error = try #require(await #expect(throws: TransportError.self) { try await reading.value })
        guard case .reset(let detail) = error else { throw error }
        #expect(detail.contains("Connection reset by peer"))
        await #expect(throws: error) { try await stream.write([1]) }
        await #expect(throws: error) { try await stream.flush() }
        await #expect(throws: error) { try await stream.readOnce() }
        stream.close()
        await #expect(throws: TransportError.closed) { try await stream.readOnce() }
    }

    @Test("A write to a peer that is gone breaks the stream, not the process")
    func brokenPipe() async throws {
        var (stream, peer): (CurlStream, LoopbackSocket?) = try await connectedPair(listener)
        peer?.resetOnClose()
        peer = nil
        let error = await #expect(throws: TransportError.self) {
            while true { try await stream.write([UInt8](repeating: 0, count: 1000)) }
        }
        guard case .reset = error else { throw error ?? .closed }
    }

    @Test("That holds with TLS, and where nobody ignores SIGPIPE")
    func brokenPipeOfTLS() async throws {
        await #expect(processExitsWith: .success) {
            alarm(50)
            signal(SIGPIPE, SIG_DFL)
            let server = try await TLSServer.start(try await Certificates.shared.server)
            let relay = try LoopbackListener()
            async let accepted = relay.accept()
            let target = try LoopbackSocket.connect(port: server.port)
            async let connected = connect("localhost", relay.port, isSecure: true, settings { $0.isInsecure = true })
            let client = try await accepted
            Relay.start(client, target)
            let stream = try await connected
            try await stream.write(Array("abc\n".utf8))
            #expect(try await stream.readLine() == "cba")
            client.shutDown()
            await #expect(throws: TransportError.self) {
                while true { try await stream.write([UInt8](repeating: 0, count: 1000)) }
            }
        }
    }

    @Test("A failed write ends a read that waits")
    func failedWriteEndsRead() async throws {
        var (stream, peer): (CurlStream, LoopbackSocket?) = try await connectedPair(listener)
        peer?.resetOnClose()
        let reading = Task { [stream] in try await stream.readOnce() }
        try await until { stream.waiterCount == 1 }
        peer = nil
        while (try? await stream.write([1])) != nil {}
        await #expect(throws: TransportError.self) { try await reading.value }
    }

    @Test("While the peer reads nothing, writes wait at the limit; then everything arrives in order")
    func writeBackPressure() async throws {
        let limit = 512 * 1024
        let (stream, peer) = try await connectedPair(listener, settings { $0.writeQueueLimit = limit })
        let pattern = BytePattern()
        let (size, count) = (100_000, 300)
        let writing = Task {
            for index in 0..<count { try await stream.write(pattern.bytes(from: index * size, count: size)) }
            try await stream.flush()
        }
        try await until { stream.waiterCount == 1 }
        #expect(stream.queueCount > limit)
        #expect(stream.queueCount <= limit + size)
        let received = try await onOwnThread {
            var received = 0
            while received < size * count {
                let bytes = try peer.readBlocking(atMost: 1024 * 1024)
                guard bytes.withUnsafeBytes({ pattern.matches($0, from: received) }), !bytes.isEmpty else { break }
                received += bytes.count
            }
            return received
        }
        #expect(received == size * count)
        try await writing.value
        #expect(stream.queueCount == 0)
    }

    @Test("While we don't read, the peer can't send without end; then 100 MB arrive in order")
    func readBackPressure() async throws {
        let (stream, peer) = try await connectedPair(listener)
        let pattern = BytePattern()
        let total = 100_000_000
        // The block's length is a multiple of the pattern's.
        let sentBefore = peer.writeUntilFull(pattern.bytes(from: 0, count: 251), limit: total)
        #expect(sentBefore < 64 * 1024 * 1024)
        let sending = Task {
            try await onOwnThread {
                var sent = sentBefore
                while sent < total {
                    let block = pattern.bytes(from: sent, count: min(1024 * 1024, total - sent))
                    try peer.writeBlocking(block)
                    sent += block.count
                }
                peer.endStream()
            }
        }
        let buffer = ReadBuffer(capacity: 256 * 1024)
        var received = 0
        while true {
            let count = try await stream.read(into: buffer)
            if count == 0 { break }
            let isInOrder = buffer.withBytes(count) { bytes in
                bytes.withUnsafeBufferPointer { pattern.matches(UnsafeRawBufferPointer($0), from: received) }
            }
            guard isInOrder else { break }
            received += count
        }
        #expect(received == total)
        try await sending.value
    }

    @Test("A cancelled read, write or flush ends, and the stream goes on")
    func cancel() async throws {
        let (stream, peer) = try await connectedPair(listener, settings { $0.writeQueueLimit = 1000 })
        let block = [UInt8](repeating: 1, count: 100_000)
        let filling = Task {
            var count = 0
            while (try? await stream.write(block)) != nil { count += 1 }
            return count
        }
        try await until { stream.waiterCount == 1 }
        let flushing = Task { try await stream.flush() }
        let reading = Task { try await stream.readOnce() }
        try await until { stream.waiterCount == 3 }
        for task in [flushing.cancel, reading.cancel, filling.cancel] { task() }
        await #expect(throws: TransportError.cancelled) { try await flushing.value }
        await #expect(throws: TransportError.cancelled) { try await reading.value }
        // The write that was cancelled sent nothing; those before it arrive whole.
        let expected = await filling.value * block.count
        #expect(stream.waiterCount == 0)
        let received = Task { try await peer.read(exactly: expected + 1) }
        try await stream.flush()
        try await stream.write([2])
        #expect(try await received.value == [UInt8](repeating: 1, count: expected) + [2])
        try await peer.write([3])
        #expect(try await stream.readOnce() == [3])
    }

    @Test("Closing ends a read, a write and a flush that wait, and drops what is queued")
    func close() async throws {
        let (stream, peer) = try await connectedPair(listener, settings { $0.writeQueueLimit = 1000 })
        let filling = Task { while true { try await stream.write([UInt8](repeating: 1, count: 100_000)) } }
        try await until { stream.waiterCount == 1 }
        let flushing = Task { try await stream.flush() }
        let reading = Task { _ = try await stream.readOnce() }
        try await until { stream.waiterCount == 3 }
        stream.close()
        stream.close()
        for task in [filling, flushing, reading] {
            await #expect(throws: TransportError.closed) { try await task.value }
        }
        #expect(stream.queueCount == 0)
        try await peer.drain()
    }

    @Test("What was meant for a closed stream does not reach the one that has its descriptor now")
    func reusedDescriptor() async throws {
        for round in 0..<50 {
            let (stream, peer) = try await connectedPair(listener)
            let reading = Task { try await stream.readOnce() }
            try await until { stream.waiterCount == 1 }
            // The poller may already be on its way with the news of these bytes.
            try peer.writeBlocking([0])
            stream.close()
            _ = await reading.result
            let (next, nextPeer) = try await connectedPair(listener)
            async let read = next.readOnce()
            try nextPeer.writeBlocking([UInt8(round)])
            #expect(try await read == [UInt8(round)])
        }
    }

    @Test("A stream that is let go closes its socket")
    func letGo() async throws {
        var (stream, peer): (CurlStream?, LoopbackSocket) = try await connectedPair(listener)
        #expect(stream != nil)
        stream = nil
        #expect(try await peer.drain() == 0)
    }

    @Test("A reader that always finds bytes lets others on its actor run")
    func fairness() async throws {
        actor Reader {
            var isDone = false
            func stop() { isDone = true }
            func readUntilStopped(_ stream: CurlStream) async throws {
                let buffer = ReadBuffer(capacity: 1)
                while !isDone { _ = try await stream.read(into: buffer) }
            }
        }
        let (stream, peer) = try await connectedPair(listener)
        try await peer.write([UInt8](repeating: 0, count: 100_000))
        let reader = Reader()
        let reading = Task { try await reader.readUntilStopped(stream) }
        await reader.stop()
        try await reading.value
    }
}
