extension FrameRules {
    /// A header line that was found in order.
    struct Header {
        var field: StompFrameBatch.Field
        var hasEscape: Bool
        var contentLength: Int?
    }

    /// Reads one header line, without its end, of a frame that begins at the start of `bytes`.
    func header(
        _ bytes: Span<UInt8>,
        line: Range<Int>,
        of command: StompCommand,
        needsLength: Bool
    ) throws(StompParseError) -> Header {
        guard let (name, value) = split(bytes, line: line) else {
            throw .badHeader(StompParseError.context(bytes.extracting(line)))
        }
        let traits = bytes.traits(in: line)
        if traits.hasNonASCII, !bytes.isUTF8(in: line) {
            throw .invalidUTF8(StompParseError.context(bytes.extracting(line)))
        }
        let hasEscape = traits.hasBackslash && unescapes(command)
        if hasEscape {
            let escapes = HeaderEscapes(version: version)
            guard escapes.areValid(in: bytes, name), escapes.areValid(in: bytes, value) else {
                throw .badEscape(StompParseError.context(bytes.extracting(line)))
            }
        }
        var header = Header(field: StompFrameBatch.Field(name: name, value: value), hasEscape: hasEscape)
        if needsLength, bytes.equals("content-length", in: name) {
            header.contentLength = try contentLength(bytes, value)
        }
        return header
    }
}

extension StompFrameBatch.Field {
    /// A field by indices, as offsets from `start`; that they fit is seen to by `FrameRules.headerBlockLimit`.
    @inline(__always)
    init(name: Range<Int>, value: Range<Int>, from start: Int = 0) {
        self.init(name: Self.offsets(name, from: start), value: Self.offsets(value, from: start))
    }

    @inline(__always)
    private static func offsets(_ range: Range<Int>, from start: Int) -> Range<UInt32> {
        let lower = UInt32(truncatingIfNeeded: range.lowerBound &- start)
        return lower..<(lower &+ UInt32(truncatingIfNeeded: range.count))
    }
}
