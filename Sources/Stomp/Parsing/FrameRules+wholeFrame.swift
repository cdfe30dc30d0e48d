extension FrameRules {
    /// Parses frames from `start` of the input on straight into the batch, as long as they are all there and in order,
    /// and heart-beats between them. Nearly everything comes this way.
    ///
    /// Returns the index behind them; `PartialFrame`, which knows every rule and the trimming of 1.0, takes what is
    /// there. A CONNECTED is the last, for its version may hold from there on.
    func takeWholeFrames(_ input: Span<UInt8>, from start: Int, into batch: inout StompFrameBatch) -> Int {
        if trimsBlanks { return start }
        var position = start
        while position < input.count {
            if let (command, headerStart) = commandLine(input, from: position),
                let end = batch.addFrame(command, input, from: headerStart, self)
            {
                position = end
                if command == .connected { break }
            } else if input[position] == Byte.lineFeed {
                batch.heartBeats += 1
                position &+= 1
            } else {
                break
            }
        }
        return position
    }

    /// The command and where its first header line starts.
    @inline(__always)
    private func commandLine(_ input: Span<UInt8>, from start: Int) -> (StompCommand, Int)? {
        // Nearly everything a client receives.
        if input.hasMessageLine(at: start) { return (.message, start &+ 8) }
        return rareCommandLine(input, from: start)
    }

    @inline(never)
    private func rareCommandLine(_ input: Span<UInt8>, from start: Int) -> (StompCommand, Int)? {
        // The longest command line is "UNSUBSCRIBE\r\n".
        guard let lineFeed = input.firstIndex(of: Byte.lineFeed, in: start..<min(start + 13, input.count)) else {
            return nil
        }
        let end = lineEnd(input, start..<lineFeed)
        guard let command = StompCommand(wire: input.extracting(start..<end)) else { return nil }
        return (command, lineFeed + 1)
    }

    private func lineEnd(_ input: Span<UInt8>, _ line: Range<Int>) -> Int {
        guard allowsCarriageReturn, !line.isEmpty, input[line.upperBound - 1] == Byte.carriageReturn else {
            return line.upperBound
        }
        return line.upperBound - 1
    }
}

extension StompFrameBatch {
    /// Adds the frame whose header lines start at `start`, if it is all there and in order; returns the index behind its
    /// NUL.
    @inline(__always)
    fileprivate mutating func addFrame(
        _ command: StompCommand,
        _ input: Span<UInt8>,
        from start: Int,
        _ rules: FrameRules
    ) -> Int? {
        let count = input.count &- start
        makeRoom(forBytes: count &+ StructureScan.blockSize)
        makeRoom(forFields: WholeFrame.fieldLimit)
        let found = unsafe withRoom { slab, fields in
            unsafe input.withUnsafeBufferPointer { input -> WholeFrame? in
                guard let memory = input.baseAddress else { return nil }
                return unsafe rules.copyFrame(command, memory + start, count, to: slab, fields)
                    ?? rules.copyFrameNearEnd(command, memory + start, count, to: slab, fields)
            }
        }
        guard let frame = found ?? nil else { return nil }
        append(command, fields: frame.fieldCount, body: frame.bodyStart, frame.bodyEnd)
        return start &+ frame.bodyEnd &+ 1
    }
}

// MARK: From the input to the slab
// Pointers, for a message is too short to pay for the checks of spans and arrays. They stay inside: a source has `count`
// bytes, the slab 64 more, and there is room for `WholeFrame.fieldLimit` fields.

extension FrameRules {
    /// Copies the frame whose header lines `source` begins with, and its fields; nil when it is out of order or not all
    /// there, or when its header lines don't end 64 bytes before the end.
    @inline(__always)
    fileprivate func copyFrame(
        _ command: StompCommand,
        _ source: UnsafePointer<UInt8>,
        _ count: Int,
        to slab: UnsafeMutablePointer<UInt8>,
        _ fields: UnsafeMutablePointer<StompFrameBatch.Field>
    ) -> WholeFrame? {
        let headerEnd = count &- StructureScan.blockSize
        let frame = unsafe WholeFrame(in: source, headersUpTo: headerEnd, upTo: count, self, into: fields)
        // A block below the limit of a line has no line beyond it; the others are rare.
        guard frame.bodyStart > 0, frame.fieldCount <= limits.headerCount, frame.bodyStart <= limits.headerLine else {
            return nil
        }
        unsafe slab.update(from: source, count: frame.bodyEnd)
        if frame.rarities != 0 {
            guard unsafe finish(frame, command, source, in: slab, fields) else { return nil }
        }
        return frame
    }

    /// The same for a frame whose header lines may end later than that, from a copy with more behind it.
    @inline(never)
    fileprivate func copyFrameNearEnd(
        _ command: StompCommand,
        _ source: UnsafePointer<UInt8>,
        _ count: Int,
        to slab: UnsafeMutablePointer<UInt8>,
        _ fields: UnsafeMutablePointer<StompFrameBatch.Field>
    ) -> WholeFrame? {
        // What is longer would rather be out of order.
        guard count <= 2048 else { return nil }
        let longer = count &+ StructureScan.blockSize
        return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: longer) { copy in
            // Spaces mean nothing, neither in a header nor as the end of a body.
            unsafe copy.initialize(repeating: Byte.space)
            guard let memory = copy.baseAddress else { return nil }
            unsafe memory.update(from: source, count: count)
            return unsafe copyFrame(command, memory, longer, to: slab, fields)
        }
    }

    /// Checks and unescapes header lines that are not plain ASCII; false when they are out of order.
    @inline(never)
    private func finish(
        _ frame: WholeFrame,
        _ command: StompCommand,
        _ source: UnsafePointer<UInt8>,
        in slab: UnsafeMutablePointer<UInt8>,
        _ fields: UnsafeMutablePointer<StompFrameBatch.Field>
    ) -> Bool {
        if frame.rarities & WholeFrame.nonASCII != 0 {
            let headerLines = unsafe UnsafeBufferPointer(start: source, count: frame.bodyStart)
            guard unsafe headerLines.span.isUTF8(in: 0..<frame.bodyStart) else { return false }
        }
        guard unescapes(command) else { return true }
        let escaped = frame.rarities & ~WholeFrame.nonASCII
        return unsafe HeaderEscapes(version: version).unescape(source, escaped, of: fields, to: slab)
    }
}
