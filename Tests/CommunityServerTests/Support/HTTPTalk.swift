import Transport

/// Bytes over a real socket, for what an HTTP library would not send.
final class HTTPTalk {
    private let stream: any ByteStream
    private let buffer = ReadBuffer()
    private var received: [UInt8] = []

    init(_ port: UInt16, transport: any Transport = CurlTransport(), isSecure: Bool = false) async throws {
        stream = try await transport.connect(to: Endpoint(host: "127.0.0.1", port: Int(port), isSecure: isSecure))
    }

    deinit { stream.close() }

    func send(_ text: String) async throws { try await stream.write(Array(text.utf8)) }
    func send(_ bytes: [UInt8]) async throws { try await stream.write(bytes) }

    /// Goes away without a word.
    func cut() async throws {
        try await stream.flush()
        stream.close()
    }

    /// Waits until `text` has come, and returns all that came up to its end.
    func read(until text: String) async throws -> String {
        let wanted = Array(text.utf8)
        while true {
            if let range = received.firstRange(of: wanted) {
                defer { received.removeFirst(range.upperBound) }
                return String(decoding: received[..<range.upperBound], as: UTF8.self)
            }
            let count = try await stream.read(into: buffer)
            guard count > 0 else { throw Ended(received: String(decoding: received, as: UTF8.self)) }
            buffer.withBytes(count) { bytes in received += bytes.indices.map { bytes[$0] } }
        }
    }

    struct Ended: Error { var received: String }
}

/// A request over our own client.
func http(
    _ port: UInt16,
    _ method: HTTPMethod = .get,
    _ target: String,
    headers: HTTPHeaders = [:],
    body: HTTPRequest.Body = .none,
    settings: TransportSettings = TransportSettings(),
    scheme: String = "http"
) async throws -> HTTPResponse {
    let client = try CurlHTTPClient(settings: settings)
    return try await client.send(
        HTTPRequest(method, "\(scheme)://127.0.0.1:\(port)\(target)", headers: headers, body: body)
    )
}

extension HTTPResponse {
    var text: String { String(decoding: body, as: UTF8.self) }
}
