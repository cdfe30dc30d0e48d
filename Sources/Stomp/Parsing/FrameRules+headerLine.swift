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
    @inline(__always)
    init(name: Range<Int>, value: Range<Int>, from start: Int = 0) {
        self.init(
            name: UInt32(name.lowerBound - start)..<UInt32(name.upperBound - start),
            value: UInt32(value.lowerBound - start)..<UInt32(value.upperBound - start)
        )
    }
}
