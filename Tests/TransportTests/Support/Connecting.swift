import TestSupport

@testable import Transport

/// Settings that take nothing from the environment the tests run in.
func settings(_ change: (inout TransportSettings) -> Void = { _ in }) -> TransportSettings {
    var settings = TransportSettings()
    settings.proxy = ""
    settings.connectTimeout = .seconds(20)
    change(&settings)
    return settings
}

/// Connects to a listener of the test and returns both ends.
func connectedPair(
    _ listener: LoopbackListener,
    _ settings: TransportSettings = settings()
) async throws -> (CurlStream, LoopbackSocket) {
    async let peer = listener.accept()
    let stream = try await CurlTransport(settings: settings)
        .connect(to: Endpoint(host: "127.0.0.1", port: listener.port, isSecure: false))
    guard let stream = stream as? CurlStream else { throw TransportError.closed }
    return (stream, try await peer)
}

extension ByteStream {
    /// Reads once.
    func readOnce(_ buffer: ReadBuffer = ReadBuffer()) async throws(TransportError) -> [UInt8] {
        let count = try await read(into: buffer)
        return buffer.withBytes(count) { span in span.withUnsafeBufferPointer { Array($0) } }
    }

    /// Reads until there are `count` bytes, or the end.
    func read(exactly count: Int) async throws(TransportError) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let more = try await readOnce()
            if more.isEmpty { break }
            bytes += more
        }
        return bytes
    }

    /// Reads up to the end of a line, without it.
    func readLine() async throws(TransportError) -> String {
        var bytes: [UInt8] = []
        while bytes.last != 10 {
            let more = try await readOnce(ReadBuffer(capacity: 1))
            if more.isEmpty { break }
            bytes += more
        }
        return String(decoding: bytes.dropLast(), as: UTF8.self)
    }
}
