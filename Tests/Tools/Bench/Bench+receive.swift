import Transport

extension Bench {
    /// (a) What the socket alone gives.
    static func receiveOnly(port: UInt16) throws -> Report {
        try measure(port: port) { _ in }
    }

    /// Reads the flood to its end and hands every stretch of bytes to `consume`, which counts nothing itself.
    static func measure(port: UInt16, consume: (Span<UInt8>) throws -> Void) throws -> Report {
        let socket = try FloodSocket(port: port)
        let buffer = ReadBuffer(capacity: readSize)
        var bytes = 0
        var started = processorNanoseconds()
        while case let count = try socket.read(into: buffer), count > 0 {
            if bytes == 0 { started = min(started, processorNanoseconds()) }
            bytes += count
            try buffer.withBytes(count) { span in try consume(span) }
        }
        return Report(messages: 0, bytes: bytes, processorNanoseconds: processorNanoseconds() - started)
    }

    /// Bytes of one read; with the same for (a) and (b) the difference between them is the decoding.
    static let readSize = 256 * 1024
}
