/// Makes frames of bytes as they come, cut anywhere, for either side of a connection (STOMP 1.2 "Augmented BNF").
///
/// It accepts the commands of both sides; which of them may come is the session's business. Header names and values
/// come out unescaped by the rules of `version`; nothing is buffered past the limits.
public struct StompFrameParser: Sendable {
    /// The version whose rules apply to what comes next.
    public var version: StompVersion {
        get { rules.version }
        set { rules.version = newValue }
    }

    private let adoptsVersion: Bool
    private var rules: FrameRules
    private var partial = PartialFrame()
    private var endsWithCarriageReturn = false
    private var failure: StompParseError?

    /// Makes a parser.
    ///
    /// - Parameters:
    ///   - version: The version whose rules apply at first.
    ///   - limits: What is accepted; the size of a body counts up to 2 GiB, of a header line up to 512 MiB.
    ///   - adoptsVersion: Whether the `version` of a CONNECTED frame applies from the next byte on, as a client wants.
    public init(version: StompVersion = .v1_2, limits: StompParserLimits = .init(), adoptsVersion: Bool = false) {
        self.adoptsVersion = adoptsVersion
        rules = FrameRules(version: version, limits: limits)
    }

    /// Appends the frames and heart-beats that `bytes` complete, and keeps the start of a frame that they do not.
    ///
    /// - Throws: What makes the stream unreadable, at the first byte that does; the frames before it are in `batch`.
    ///   From then on the same error is thrown again.
    public mutating func parse(_ bytes: Span<UInt8>, into batch: inout StompFrameBatch) throws(StompParseError) {
        if let failure { throw failure }
        do throws(StompParseError) {
            try consume(bytes, into: &batch)
        } catch {
            failure = error
            partial = PartialFrame()
            throw error
        }
    }
}

extension StompFrameParser {
    @inline(__always)
    private mutating func consume(_ input: Span<UInt8>, into batch: inout StompFrameBatch) throws(StompParseError) {
        var position = 0
        while position < input.count {
            let start = position
            if !partial.isOpen, !endsWithCarriageReturn, input[start] >= Byte.firstLetter {
                position = rules.takeWholeFrames(input, from: start, into: &batch)
                if position > start, batch.lastCommand == .connected { adoptVersion(from: batch) }
            }
            if position == start { position = try takePiece(input, from: start, into: &batch) }
        }
    }

    /// Takes an end of line, or what there is of a frame; returns the index behind it.
    @inline(never)
    private mutating func takePiece(
        _ input: Span<UInt8>,
        from start: Int,
        into batch: inout StompFrameBatch
    ) throws(StompParseError) -> Int {
        if !partial.isOpen, try takeEndOfLine(input[start], into: &batch) { return start + 1 }
        let end = try partial.take(input, from: start, rules)
        if partial.isComplete { finishPartial(into: &batch) }
        return end
    }

    /// Takes a byte of an end of line between frames, where a CR LF counts once; false when it is none.
    private mutating func takeEndOfLine(
        _ byte: UInt8,
        into batch: inout StompFrameBatch
    ) throws(StompParseError) -> Bool {
        if byte == Byte.lineFeed {
            batch.heartBeats += 1
            endsWithCarriageReturn = false
            return true
        }
        if endsWithCarriageReturn {
            throw .unknownCommand(StompParseError.context([Byte.carriageReturn, byte].span))
        }
        endsWithCarriageReturn = byte == Byte.carriageReturn && rules.allowsCarriageReturn
        return endsWithCarriageReturn
    }

    private mutating func finishPartial(into batch: inout StompFrameBatch) {
        batch.append(partial, rules)
        if partial.command == .connected { adoptVersion(from: batch) }
        partial.reset()
    }

    /// STOMP 1.1 "Protocol Negotiation": a CONNECTED without `version` is 1.0. One we never offered changes nothing
    /// here; the session refuses it.
    @inline(never)
    private mutating func adoptVersion(from batch: StompFrameBatch) {
        guard adoptsVersion else { return }
        version = batch[batch.count - 1].header("version").map { StompVersion(rawValue: $0) ?? version } ?? .v1_0
    }
}

extension StompFrameBatch {
    /// Adds a frame that came in pieces; its escapes are known to be valid.
    fileprivate mutating func append(_ partial: PartialFrame, _ rules: FrameRules) {
        let start = bytesUsed
        let ownFields = fieldCount..<(fieldCount + partial.fields.count)
        append(bytes: partial.bytes.span, fields: partial.fields, of: partial.command, bodyStart: partial.bodyStart)
        guard partial.hasBackslash else { return }
        let escapes = HeaderEscapes(version: rules.version)
        _ = withMemory { fields, bytes in escapes.unescape(&fields, ownFields, in: &bytes, start: start) }
    }
}
