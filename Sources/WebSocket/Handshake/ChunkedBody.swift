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
