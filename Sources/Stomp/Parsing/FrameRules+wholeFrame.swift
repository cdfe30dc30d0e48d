extension FrameRules {
    /// Parses the frame that starts at `start` straight from the input into the batch, if it is all there and in order.
    ///
    /// Returns the index behind its NUL, or nil with the batch as it was; `PartialFrame`, which knows every rule, then
    /// takes the frame from its start.
    func parseWholeFrame(_ input: Span<UInt8>, from start: Int, into batch: inout StompFrameBatch) -> Int? {
        guard let (command, headerStart) = commandLine(input, from: start) else { return nil }
        let firstField = batch.fields.count
        let slabStart = batch.bytes.count
        guard let headers = headerLines(input, from: headerStart, into: &batch.fields),
            let bodyEnd = bodyEnd(input, from: headers.end, contentLength: headers.contentLength)
        else {
            batch.fields.removeSubrange(firstField...)
            return nil
        }
        let traits = input.traits(in: headerStart..<headers.end)
        batch.bytes.append(input, headerStart..<bodyEnd)
        guard
            !traits.hasNUL,
            !traits.hasCarriageReturn || isOrderly(input, headerStart..<headers.end, headers),
            !traits.hasNonASCII || input.isUTF8(in: headerStart..<headers.end),
            !traits.hasBackslash || !unescapes(command)
                || HeaderEscapes(version: version)
                    .unescape(&batch.fields, from: firstField, in: &batch.bytes, start: slabStart)
        else {
            batch.fields.removeSubrange(firstField...)
            batch.bytes.removeSubrange(slabStart...)
            return nil
        }
        let body = UInt32(headers.end - headerStart)..<UInt32(bodyEnd - headerStart)
        batch.append(command, start: slabStart, firstField: firstField, body: body)
        return bodyEnd + 1
    }
}

extension FrameRules {
    private struct Headers {
        var end: Int
        var contentLength: Int?
        var carriageReturns = 0
    }

    /// The command and where its first header line starts.
    @inline(__always)
    private func commandLine(_ input: Span<UInt8>, from start: Int) -> (StompCommand, Int)? {
        // Nearly everything a client receives.
        if start + 8 <= input.count, input.equals("MESSAGE\n", in: start..<(start + 8)) { return (.message, start + 8) }
        // The longest command line is "UNSUBSCRIBE\r\n".
        guard let lineFeed = input.firstIndex(of: Byte.lineFeed, in: start..<min(start + 13, input.count)) else {
            return nil
        }
        let end = lineEnd(input, start..<lineFeed)
        guard let command = StompCommand(wire: input.extracting(start..<end)) else { return nil }
        return (command, lineFeed + 1)
    }

    /// Records the fields of all header lines, up to the empty line that ends them.
    @inline(__always)
    private func headerLines(
        _ input: Span<UInt8>,
        from start: Int,
        into fields: inout [StompFrameBatch.Field]
    ) -> Headers? {
        var headers = Headers(end: start)
        var room = limits.headerCount
        while let lineFeed = input.firstIndex(of: Byte.lineFeed, in: headers.end..<input.count) {
            let line = headers.end..<lineEnd(input, headers.end..<lineFeed)
            headers.carriageReturns &+= lineFeed &- line.upperBound
            headers.end = lineFeed &+ 1
            if line.isEmpty { return headers }
            room &-= 1
            guard line.count <= limits.headerLine, room >= 0, headers.end &- start <= Self.headerBlockLimit,
                let (name, value) = split(input, line: line)
            else { return nil }
            if name.count == 14, headers.contentLength == nil, input.equals("content-length", in: name) {
                guard let length = try? contentLength(input, value) else { return nil }
                headers.contentLength = length
            }
            fields.append(StompFrameBatch.Field(name: name, value: value, from: start))
        }
        return nil
    }

    /// The index of the NUL that ends the body.
    @inline(__always)
    private func bodyEnd(_ input: Span<UInt8>, from start: Int, contentLength: Int?) -> Int? {
        if let contentLength {
            let end = start + contentLength
            return end < input.count && input[end] == Byte.nul ? end : nil
        }
        return input.firstIndex(of: Byte.nul, in: start..<min(input.count, start + limits.body + 1))
    }

    @inline(__always)
    private func lineEnd(_ input: Span<UInt8>, _ line: Range<Int>) -> Int {
        guard allowsCarriageReturn, !line.isEmpty, input[line.upperBound - 1] == Byte.carriageReturn else {
            return line.upperBound
        }
        return line.upperBound - 1
    }

    /// Whether every carriage return of the header block ends a line, where that is asked.
    private func isOrderly(_ input: Span<UInt8>, _ block: Range<Int>, _ headers: Headers) -> Bool {
        guard allowsCarriageReturn else { return true }
        var count = 0
        for index in block where input[index] == Byte.carriageReturn { count += 1 }
        return count == headers.carriageReturns
    }
}
