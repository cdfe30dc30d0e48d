/// What a version and the limits make of the bytes of a frame.
struct FrameRules: Sendable {
    /// All headers of a frame together; with the bodies' limit it keeps offsets within 32 bits.
    static let headerBlockLimit = 1 << 30

    var version: StompVersion
    let limits: StompParserLimits

    init(version: StompVersion, limits: StompParserLimits) {
        self.version = version
        self.limits = StompParserLimits(
            headerLine: min(max(limits.headerLine, 0), 1 << 29),
            headerCount: max(limits.headerCount, 0),
            body: min(max(limits.body, 0), 1 << 31)
        )
    }

    /// STOMP 1.2 "STOMP Frames": only from 1.2 on may a carriage return precede the line feed of a line's end.
    var allowsCarriageReturn: Bool { version >= .v1_2 }

    /// Implementations of 1.0 trim names and values; 1.1 and 1.2 forbid it.
    var trimsBlanks: Bool { version == .v1_0 }

    /// STOMP 1.1 "Value Encoding".
    func unescapes(_ command: StompCommand) -> Bool { version >= .v1_1 && command.carriesEscapes }
}

extension FrameRules {
    /// Where name and value of a header line stand, or nil when the line has no colon or no name.
    @inline(__always)
    func split(_ bytes: Span<UInt8>, line: Range<Int>) -> (name: Range<Int>, value: Range<Int>)? {
        guard let colon = bytes.firstIndex(of: Byte.colon, in: line) else { return nil }
        var name = line.lowerBound..<colon
        var value = (colon + 1)..<line.upperBound
        if trimsBlanks {
            name = bytes.trimmed(name)
            value = bytes.trimmed(value)
        }
        return name.isEmpty ? nil : (name, value)
    }

    /// The length that a value of `content-length` names. Blanks around the digits are accepted, as RabbitMQ does.
    func contentLength(_ bytes: Span<UInt8>, _ value: Range<Int>) throws(StompParseError) -> Int {
        guard let length = bytes.number(in: bytes.trimmed(value)) else {
            throw .badContentLength(StompParseError.context(bytes.extracting(value)))
        }
        guard length <= UInt64(limits.body) else { throw .bodyTooLong(limit: limits.body) }
        return Int(length)
    }
}

extension Span where Element == UInt8 {
    /// `range` without the spaces and tabs at its ends.
    func trimmed(_ range: Range<Int>) -> Range<Int> {
        var (lower, upper) = (range.lowerBound, range.upperBound)
        while lower < upper, self[lower] == Byte.space || self[lower] == Byte.tab { lower += 1 }
        while upper > lower, self[upper - 1] == Byte.space || self[upper - 1] == Byte.tab { upper -= 1 }
        return lower..<upper
    }

    /// The number that the digits of `range` make; nil when there is none, or another byte, or more than 64 bits.
    fileprivate func number(in range: Range<Int>) -> UInt64? {
        var number: UInt64 = 0
        for index in range {
            let digit = UInt64(self[index] &- 0x30)
            guard digit < 10, number <= UInt64.max / 10 else { return nil }
            number = number &* 10 &+ digit
            if number < digit { return nil }
        }
        return range.isEmpty ? nil : number
    }
}
