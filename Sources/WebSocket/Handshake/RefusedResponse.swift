/// A response other than 101, of whose body the start is kept (RFC 9112 §6).
struct RefusedResponse: Sendable {
    /// How the body's end is found.
    private enum Framing: Sendable {
        case length(remaining: Int)
        case chunked(ChunkedBody)
        case untilEnd
    }

    private let response: HandshakeResponse
    private let bodyLimit: Int
    private var framing: Framing
    private var body: [UInt8] = []

    init(_ response: HandshakeResponse, bodyLimit: Int) {
        self.response = response
        self.bodyLimit = bodyLimit
        let fields = response.head.fields
        if response.status == 204 || response.status == 304 {
            framing = .length(remaining: 0)
        } else if fields.contains("chunked", in: "Transfer-Encoding") {
            framing = .chunked(ChunkedBody())
        } else if let length = fields.values(of: "Content-Length").first.flatMap({ Int($0) }), length >= 0 {
            framing = .length(remaining: length)
        } else {
            framing = .untilEnd
        }
    }

    /// Whether all of the body came, or as much as is kept.
    var isComplete: Bool {
        if body.count >= bodyLimit { return true }
        return switch framing {
        case .length(let remaining): remaining == 0
        case .chunked(let chunks): chunks.isComplete
        case .untilEnd: false
        }
    }

    /// The refusal with what came so far.
    var error: WebSocketHandshakeError {
        let kept = ["location", "www-authenticate", "retry-after", "content-type"]
        return .refused(
            status: response.status,
            reason: response.reason,
            headers: response.head.fields.filter { kept.contains($0.name.lowercased()) },
            body: body
        )
    }

    /// Takes bytes of the body from `position` on, which it moves.
    mutating func receive(_ bytes: Span<UInt8>, from position: inout Int) {
        while position < bytes.count, !isComplete {
            let byte = bytes[position]
            position += 1
            switch framing {
            case .length(let remaining):
                framing = .length(remaining: remaining - 1)
                body.append(byte)
            case .chunked(var chunks):
                if chunks.receive(byte) { body.append(byte) }
                framing = .chunked(chunks)
            case .untilEnd:
                body.append(byte)
            }
        }
    }
}

/// Where the bytes of a chunked body lie (RFC 9112 §7.1); what is malformed ends it.
struct ChunkedBody: Sendable, Equatable {
    private enum Step: Equatable {
        case size(Int, digits: Int)
        case chunkExtension(Int)
        case data(remaining: Int)
        case endOfData
        case complete
    }

    private var step = Step.size(0, digits: 0)

    var isComplete: Bool { step == .complete }

    /// Takes one byte; true when it belongs to the body.
    mutating func receive(_ byte: UInt8) -> Bool {
        switch step {
        case .size(let size, let digits):
            if let digit = Character(UnicodeScalar(byte)).hexDigitValue, digits < 8 {
                step = .size(size << 4 | digit, digits: digits + 1)
            } else if byte == UInt8(ascii: "\n") {
                // The last chunk is empty; the trailer behind it does not matter here.
                step = size == 0 ? .complete : .data(remaining: size)
            } else if digits > 0, [UInt8(ascii: "\r"), UInt8(ascii: ";"), UInt8(ascii: " ")].contains(byte) {
                step = .chunkExtension(size)
            } else {
                step = .complete
            }
        case .chunkExtension(let size):
            if byte == UInt8(ascii: "\n") { step = size == 0 ? .complete : .data(remaining: size) }
        case .data(let remaining):
            step = remaining == 1 ? .endOfData : .data(remaining: remaining - 1)
            return true
        case .endOfData:
            if byte == UInt8(ascii: "\n") { step = .size(0, digits: 0) }
        case .complete:
            break
        }
        return false
    }
}
