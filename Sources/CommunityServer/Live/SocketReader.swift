import Stomp
import WebSocket

/// What comes in on one connection, from bytes to frames: the WebSocket and STOMP codecs, one behind the other.
struct SocketReader: ~Copyable {
    /// What came.
    enum Input: Sendable, Equatable {
        case frame(StompFrame)
        /// The messages can't be read as STOMP any further.
        case unreadable(StompParseError)
        case ping([UInt8])
        case closed(WebSocketClose)
        /// The bytes can't be read as WebSocket any further.
        case broken(WebSocketError)
    }

    /// What a client may send: the largest command is a message of 2,000 code points with its escapes.
    private static let messageLimits = WebSocketLimits(frameSize: 256 << 10, messageSize: 256 << 10)
    private static let frameLimits = StompParserLimits(headerLine: 8 << 10, headerCount: 64, body: 64 << 10)

    private var decoder = WebSocketDecoder(role: .server, limits: messageLimits)
    private var collector = Collector()

    /// Takes the next bytes, however they are cut.
    mutating func read(_ bytes: Span<UInt8>) -> [Input] {
        do throws(WebSocketError) {
            try decoder.decode(bytes, into: &collector)
        } catch {
            collector.inputs.append(.broken(error))
        }
        defer { collector.inputs = [] }
        return collector.inputs
    }

    /// Reads by the rules of this version from now on.
    mutating func adopt(_ version: StompVersion) { collector.parser.version = version }

    private struct Collector: WebSocketReceiver {
        var parser = StompFrameParser(limits: frameLimits)
        var inputs: [Input] = []
        private var isReadable = true

        mutating func messageBegan(_ kind: WebSocketMessageKind) {}
        mutating func messageEnded() {}
        mutating func ponged(_ payload: Span<UInt8>) {}
        mutating func closed(_ close: WebSocketClose) { inputs.append(.closed(close)) }

        mutating func pinged(_ payload: Span<UInt8>) {
            inputs.append(.ping(payload.indices.map { payload[$0] }))
        }

        mutating func messageContinued(_ payload: Span<UInt8>) {
            guard isReadable else { return }
            var batch = StompFrameBatch()
            do throws(StompParseError) {
                try parser.parse(payload, into: &batch)
                inputs += batch.map { .frame($0.frame) }
            } catch {
                isReadable = false
                inputs += batch.map { .frame($0.frame) } + [.unreadable(error)]
            }
        }
    }
}
