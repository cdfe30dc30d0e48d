/// The client's part of the opening handshake (RFC 6455 §4.1): a request to send, and a check of what comes back.
public struct WebSocketClientHandshake: Sendable {
    /// What server and client agreed on.
    public struct Accepted: Sendable, Equatable {
        /// The subprotocol the server chose, if any.
        public var subprotocol: String?
        /// The compression agreed on; nil for none.
        public var compression: PermessageDeflate?
        /// How many bytes of the span last received belong to the handshake; the rest is for the decoder.
        public var consumed: Int
    }

    private enum State: Sendable {
        case head
        case body(RefusedResponse)
        case ended(WebSocketHandshakeError?)
    }

    /// What to send before anything else.
    public let requestBytes: [UInt8]
    private let terms: ClientHandshakeTerms
    private let bodyLimit: Int
    private let headLimit: Int
    private var buffer: HTTPHeadBuffer
    private var state = State.head

    /// Makes a handshake that offers compression as most clients do, or not at all; see the other initialiser.
    public init(
        host: String,
        path: String,
        subprotocols: [String],
        alsoAcceptedSubprotocols: [String] = ["stomp"],
        headers: [(name: String, value: String)] = [],
        offersCompression: Bool,
        nonce: [UInt8],
        headLimit: Int = 16 << 10,
        bodyLimit: Int = 4 << 10
    ) throws(WebSocketHandshakeError) {
        try self.init(
            host: host,
            path: path,
            subprotocols: subprotocols,
            alsoAcceptedSubprotocols: alsoAcceptedSubprotocols,
            headers: headers,
            compressionOffers: offersCompression ? [.init()] : [],
            nonce: nonce,
            headLimit: headLimit,
            bodyLimit: bodyLimit
        )
    }

    /// Makes a handshake.
    ///
    /// - Parameters:
    ///   - host: the value of `Host`: with the port unless it is the scheme's own, an IPv6 address in brackets.
    ///   - path: the path with its query, percent-encoded.
    ///   - subprotocols: what to offer, the best first.
    ///   - alsoAcceptedSubprotocols: answers to let pass though not offered; ActiveMQ answers `stomp` to `v12.stomp`.
    ///   - headers: more fields for the request.
    ///   - compressionOffers: offers of permessage-deflate, the best first.
    ///   - nonce: 16 random bytes.
    ///   - headLimit: the longest header of a response, in bytes.
    ///   - bodyLimit: how much of the body of a refusal is kept, in bytes.
    /// - Throws: `badRequest` when a value would break the request apart.
    public init(
        host: String,
        path: String,
        subprotocols: [String],
        alsoAcceptedSubprotocols: [String] = ["stomp"],
        headers: [(name: String, value: String)] = [],
        compressionOffers: [PermessageDeflate.Offer],
        nonce: [UInt8],
        headLimit: Int = 16 << 10,
        bodyLimit: Int = 4 << 10
    ) throws(WebSocketHandshakeError) {
        precondition(nonce.count == 16, "the nonce has 16 bytes")
        let key = HandshakeKey.encode(nonce: nonce)
        requestBytes = try HandshakeRequestWriter(
            host: host,
            path: path,
            subprotocols: subprotocols,
            headers: headers.map { HTTPField(name: $0.name, value: $0.value) },
            compressionOffers: compressionOffers,
            key: key
        ).bytes()
        terms = ClientHandshakeTerms(
            acceptKey: HandshakeKey.accept(for: key),
            subprotocols: subprotocols + alsoAcceptedSubprotocols,
            compressionOffers: compressionOffers
        )
        self.bodyLimit = bodyLimit
        self.headLimit = headLimit
        buffer = HTTPHeadBuffer(limit: headLimit)
    }

    /// Takes the next bytes from the server.
    ///
    /// - Returns: nil while the response is incomplete, then once what was agreed on.
    /// - Throws: why there is no WebSocket; call `ended()` when the stream ends before this returned or threw.
    public mutating func receive(_ bytes: Span<UInt8>) throws(WebSocketHandshakeError) -> Accepted? {
        var position = 0
        do throws(WebSocketHandshakeError) {
            while position < bytes.count {
                switch state {
                case .head:
                    guard let agreed = try receiveHead(bytes, from: &position) else { continue }
                    state = .ended(nil)
                    return Accepted(
                        subprotocol: agreed.subprotocol,
                        compression: agreed.compression,
                        consumed: position
                    )
                case .body(var response):
                    response.receive(bytes, from: &position)
                    state = .body(response)
                    if response.isComplete { throw response.error }
                case .ended(let error):
                    if let error { throw error }
                    return nil
                }
            }
            return nil
        } catch {
            state = .ended(error)
            throw error
        }
    }

    /// Says that the stream has ended; gives the error this makes of the handshake, with what came of a refusal's body.
    public mutating func ended() -> WebSocketHandshakeError {
        let error: WebSocketHandshakeError =
            switch state {
            case .head: .ended
            case .body(let response): response.error
            case .ended(let error): error ?? .ended
            }
        state = .ended(error)
        return error
    }

    private mutating func receiveHead(
        _ bytes: Span<UInt8>,
        from position: inout Int
    ) throws(WebSocketHandshakeError) -> ClientHandshakeTerms.Agreed? {
        let outcome = buffer.take(bytes, from: &position)
        try HandshakeResponse.checkStart(buffer.bytes)
        switch outcome {
        case .incomplete:
            return nil
        case .tooLarge:
            throw .tooLarge(limit: headLimit)
        case .complete:
            let response = try HandshakeResponse(buffer.bytes[...])
            switch response.status {
            case 101:
                return try terms.check(response)
            case 100..<200:
                // RFC 9110 §15.2: an interim response may come first.
                buffer.clear()
            default:
                try refuse(response)
            }
            return nil
        }
    }

    private mutating func refuse(_ response: HandshakeResponse) throws(WebSocketHandshakeError) {
        if 300..<400 ~= response.status, let location = response.head.fields.values(of: "Location").first {
            throw .redirected(status: response.status, location: location)
        }
        let refused = RefusedResponse(response, bodyLimit: bodyLimit)
        if refused.isComplete { throw refused.error }
        state = .body(refused)
    }
}
