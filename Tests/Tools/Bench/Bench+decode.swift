import Glibc
import Stomp
import Transport
import WebSocket

extension Bench {
    /// (b) The decoders behind the same socket.
    static func decode(port: UInt16) throws -> Report {
        var decoder = WebSocketDecoder(role: .client)
        var messages = ParsedMessages()
        var report = try measure(port: port) { bytes in
            try messages.take(bytes, from: &decoder)
        }
        report.messages = messages.count
        return report
    }

    /// The decoders alone, on a file of what comes over the wire, so often; for counting instructions.
    static func replay(file path: String, times: Int) throws -> Report {
        let wire = try contents(of: path)
        var decoder = WebSocketDecoder(role: .client)
        var messages = ParsedMessages()
        let started = processorNanoseconds()
        for _ in 0..<times {
            var position = 0
            while position < wire.count {
                let end = min(position + readSize, wire.count)
                try messages.take(wire.span.extracting(position..<end), from: &decoder)
                position = end
            }
        }
        return Report(
            messages: messages.count,
            bytes: wire.count * times,
            processorNanoseconds: processorNanoseconds() - started
        )
    }

    private static func contents(of path: String) throws -> [UInt8] {
        guard let file = fopen(path, "r") else { throw BenchError.system("\(path) can't be opened") }
        defer { fclose(file) }
        fseek(file, 0, SEEK_END)
        let size = ftell(file)
        rewind(file)
        // The initializer asks for the number of bytes that were written.
        return [UInt8](unsafeUninitializedCapacity: size) { memory, count in
            count = fread(memory.baseAddress, 1, size, file)
        }
    }
}

/// Parses the messages of a WebSocket into a batch a read, as `StompConnection` does, and counts them.
private struct ParsedMessages: WebSocketReceiver {
    private(set) var count = 0
    private var parser = StompFrameParser()
    private var batch = StompFrameBatch()
    private var failure: (any Error)?

    mutating func take(_ bytes: Span<UInt8>, from decoder: inout WebSocketDecoder) throws {
        batch.removeAll()
        do {
            try decoder.decode(bytes, into: &self)
        } catch {
            throw BenchError.undecodable(error)
        }
        if let failure { throw BenchError.undecodable(failure) }
        count += batch.count
    }

    mutating func messageBegan(_ kind: WebSocketMessageKind) {}

    mutating func messageContinued(_ payload: Span<UInt8>) {
        guard failure == nil else { return }
        do { try parser.parse(payload, into: &batch) } catch { failure = error }
    }

    mutating func messageEnded() {}

    mutating func messageArrived(_ kind: WebSocketMessageKind, _ payload: Span<UInt8>) { messageContinued(payload) }

    mutating func pinged(_ payload: Span<UInt8>) {}
    mutating func ponged(_ payload: Span<UInt8>) {}
    mutating func closed(_ close: WebSocketClose) {}
}
