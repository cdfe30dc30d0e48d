extension FrameRules {
    /// Parses the frame that starts at `start` straight from the input into the batch, if it is all there and in order.
    ///
    /// Returns the index behind its NUL, or nil with the batch as it was; `PartialFrame`, which knows every rule and the
    /// trimming of 1.0, then takes the frame from its start.
    func parseWholeFrame(_ input: Span<UInt8>, from start: Int, into batch: inout StompFrameBatch) -> Int? {
        guard !trimsBlanks, let (command, headerStart) = commandLine(input, from: start) else { return nil }
        return unsafe withUnsafeTemporaryAllocation(of: HeaderBlock.Field.self, capacity: HeaderBlock.fieldLimit) {
            fields in
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
            let firstField = batch.fields.count
            let slabStart = batch.bytes.count
            unsafe batch.fields.append(contentsOf: UnsafeBufferPointer(rebasing: fields[..<block.fieldCount]))
            batch.bytes.append(input, headerStart..<bodyEnd)
            if block.traits.hasBackslash, unescapes(command) {
                let escapes = HeaderEscapes(version: version)
                guard escapes.unescape(&batch.fields, from: firstField, in: &batch.bytes, start: slabStart) else {
                    batch.fields.removeSubrange(firstField...)
                    batch.bytes.removeSubrange(slabStart...)
                    return nil
                }
            }
            let body = UInt32(block.end - headerStart)..<UInt32(bodyEnd - headerStart)
            batch.append(command, start: slabStart, firstField: firstField, body: body)
            return bodyEnd + 1
        }
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

    /// Whether the limits hold and the bytes are those that a header block may have. A block below the limit of a line
    /// has no line beyond it; the others are rare.
    @inline(__always)
    private func isInOrder(_ block: HeaderBlock, _ input: Span<UInt8>, from start: Int) -> Bool {
        block.fieldCount <= limits.headerCount && block.end &- start <= limits.headerLine && !block.traits.hasNUL
            && (!block.traits.hasCarriageReturn || isOrderly(input, start..<block.end, block.carriageReturns))
            && (!block.traits.hasNonASCII || input.isUTF8(in: start..<block.end))
    }

    /// The index of the NUL that ends the body.
    @inline(__always)
    private func bodyEnd(_ input: Span<UInt8>, of block: HeaderBlock) -> Int? {
        guard let value = block.contentLength else {
            return input.firstIndex(of: Byte.nul, in: block.end..<min(input.count, block.end + limits.body + 1))
        }
        guard let length = try? contentLength(input, value), length < input.count - block.end else { return nil }
        return input[block.end + length] == Byte.nul ? block.end + length : nil
    }

    @inline(__always)
    private func lineEnd(_ input: Span<UInt8>, _ line: Range<Int>) -> Int {
        guard allowsCarriageReturn, !line.isEmpty, input[line.upperBound - 1] == Byte.carriageReturn else {
            return line.upperBound
        }
        return line.upperBound - 1
    }

    /// Whether every carriage return of the header block ends a line, where that is asked.
    private func isOrderly(_ input: Span<UInt8>, _ block: Range<Int>, _ lineEnds: Int) -> Bool {
        guard allowsCarriageReturn else { return true }
        var count = 0
        for index in block where input[index] == Byte.carriageReturn { count += 1 }
        return count == lineEnds
    }
}
