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
    /// The field of a line by offsets; that they fit is seen to by `FrameRules.headerBlockLimit`.
    @inline(__always)
    init(line: Int, colon: Int, end: Int) {
        func offset(_ index: Int) -> UInt32 { UInt32(truncatingIfNeeded: index) }
        // The scan that calls this has found them in this order.
        name = unsafe Range(uncheckedBounds: (offset(line), offset(colon)))
        value = unsafe Range(uncheckedBounds: (offset(colon &+ 1), offset(end)))
    }

    /// A field by indices that are offsets already.
    init(name: Range<Int>, value: Range<Int>) {
        self.init(
            name: UInt32(truncatingIfNeeded: name.lowerBound)..<UInt32(truncatingIfNeeded: name.upperBound),
            value: UInt32(truncatingIfNeeded: value.lowerBound)..<UInt32(truncatingIfNeeded: value.upperBound)
        )
    }
}
