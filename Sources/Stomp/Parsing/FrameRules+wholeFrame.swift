extension FrameRules {
    /// Parses the frame that starts at `start` straight from the input into the batch, if it is all there and in order.
    ///
    /// Returns the index behind its NUL, or nil with the batch as it was; `PartialFrame`, which knows every rule and the
    /// trimming of 1.0, then takes the frame from its start.
    func parseWholeFrame(_ input: Span<UInt8>, from start: Int, into batch: inout StompFrameBatch) -> Int? {
        guard !trimsBlanks, let (command, headerStart) = commandLine(input, from: start) else { return nil }
        let firstField = batch.fieldCount
        let slabStart = batch.bytes.count
        let found = unsafe batch.addFields(room: HeaderBlock.fieldLimit) {
            fields -> (Int, (HeaderBlock, bodyEnd: Int))? in
            guard
                let block = unsafe HeaderBlock(
                    input,
                    from: headerStart,
                    allowsCarriageReturn: allowsCarriageReturn,
                    into: fields
                ),
                isInOrder(block, input, from: headerStart),
                let bodyEnd = bodyEnd(input, of: block)
            else { return nil }
            return (block.fieldCount, (block, bodyEnd))
        }
        guard let (block, bodyEnd) = found else { return nil }
        batch.bytes.append(input, headerStart..<bodyEnd)
        if !block.escaped.isEmpty, unescapes(command) {
            let escapes = HeaderEscapes(version: version)
            let areDefined = batch.withMemory { fields, bytes in
                escapes.unescape(block.escaped, of: &fields, from: firstField, in: &bytes, start: slabStart)
            }
            guard areDefined else {
                batch.takeBack(toFields: firstField, bytes: slabStart)
                return nil
            }
        }
        // Frames are shorter than 4 GiB, by the limits.
        let body = unsafe Range(
            uncheckedBounds: (
                UInt32(truncatingIfNeeded: block.end &- headerStart), UInt32(truncatingIfNeeded: bodyEnd &- headerStart)
            )
        )
        batch.append(command, start: slabStart, firstField: firstField, body: body)
        return bodyEnd &+ 1
    }
}

extension FrameRules {
    /// The command and where its first header line starts.
    @inline(__always)
    private func commandLine(_ input: Span<UInt8>, from start: Int) -> (StompCommand, Int)? {
        // Nearly everything a client receives.
        if input.hasMessageLine(at: start) { return (.message, start + 8) }
        // The longest command line is "UNSUBSCRIBE\r\n".
        guard let lineFeed = input.firstIndex(of: Byte.lineFeed, in: start..<min(start + 13, input.count)) else {
            return nil
        }
        let end = lineEnd(input, start..<lineFeed)
        guard let command = StompCommand(wire: input.extracting(start..<end)) else { return nil }
        return (command, lineFeed + 1)
    }

    /// Whether the limits hold and the text is UTF-8. A block below the limit of a line has no line beyond it; the
    /// others are rare.
    @inline(__always)
    private func isInOrder(_ block: HeaderBlock, _ input: Span<UInt8>, from start: Int) -> Bool {
        block.fieldCount <= limits.headerCount && block.end &- start <= limits.headerLine
            && (!block.hasNonASCII || input.isUTF8(in: start..<block.end))
    }

    /// The index of the NUL that ends the body.
    @inline(__always)
    private func bodyEnd(_ input: Span<UInt8>, of block: HeaderBlock) -> Int? {
        guard let value = block.contentLength else {
            return input.firstIndex(of: Byte.nul, in: block.end..<min(input.count, block.end + limits.body + 1))
        }
        guard let length = input.shortNumber(in: value) ?? (try? contentLength(input, value)), length <= limits.body,
            length < input.count - block.end
        else { return nil }
        return input[block.end + length] == Byte.nul ? block.end + length : nil
    }

    @inline(__always)
    private func lineEnd(_ input: Span<UInt8>, _ line: Range<Int>) -> Int {
        guard allowsCarriageReturn, !line.isEmpty, input[line.upperBound - 1] == Byte.carriageReturn else {
            return line.upperBound
        }
        return line.upperBound - 1
    }
}

extension Span where Element == UInt8 {
    /// The number that up to nine digits make; nil for anything else.
    @inline(__always)
    fileprivate func shortNumber(in range: Range<Int>) -> Int? {
        guard !range.isEmpty, range.count <= 9 else { return nil }
        var number = 0
        for index in range {
            let digit = Int(self[index]) &- 0x30
            guard digit >= 0, digit < 10 else { return nil }
            number = number &* 10 &+ digit
        }
        return number
    }
}
