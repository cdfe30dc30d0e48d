/// The frame that a parser is in the middle of, byte by byte and by every rule. What it keeps of the input is bounded
/// by the limits.
struct PartialFrame: Sendable {
    private enum Stage: Sendable {
        case command
        case header
        case body
        case complete
    }

    private(set) var command = StompCommand.message
    /// The command line while it comes; then everything from the first header line on, as it came.
    private(set) var bytes: [UInt8] = []
    private(set) var fields: [StompFrameBatch.Field] = []
    private(set) var bodyStart = 0
    private(set) var hasBackslash = false
    private var stage = Stage.command
    private var lineStart = 0
    private var contentLength: Int?
    private var endsWithCarriageReturn = false

    /// Whether a frame has begun and not ended.
    private(set) var isOpen = false

    /// Whether the frame has ended.
    var isComplete: Bool { stage == .complete }

    /// Forgets the frame; keeps memory of ordinary size for the next.
    mutating func reset() {
        let keepsMemory = bytes.capacity <= 1 << 20
        bytes.removeAll(keepingCapacity: keepsMemory)
        fields.removeAll(keepingCapacity: keepsMemory)
        stage = .command
        lineStart = 0
        bodyStart = 0
        contentLength = nil
        hasBackslash = false
        endsWithCarriageReturn = false
        isOpen = false
    }

    /// Takes bytes from `start` on until the frame or the input ends; returns the index behind the last one taken.
    mutating func take(_ input: Span<UInt8>, from start: Int, _ rules: FrameRules) throws(StompParseError) -> Int {
        isOpen = true
        var position = start
        while position < input.count, stage != .complete {
            switch stage {
            case .command: position = try takeCommand(input, from: position, rules)
            case .header: position = try takeHeaders(input, from: position, rules)
            case .body: position = try takeBody(input, from: position, rules)
            case .complete: break
            }
        }
        return position
    }
}

// MARK: The command line

extension PartialFrame {
    /// Refuses bytes as soon as no command can come of them.
    private mutating func takeCommand(
        _ input: Span<UInt8>,
        from start: Int,
        _ rules: FrameRules
    ) throws(StompParseError) -> Int {
        for position in start..<input.count {
            let byte = input[position]
            if byte == Byte.lineFeed, let command = StompCommand(wire: bytes.span) {
                self.command = command
                bytes.removeAll(keepingCapacity: true)
                endsWithCarriageReturn = false
                stage = .header
                return position + 1
            }
            let mayEnd = byte == Byte.carriageReturn && rules.allowsCarriageReturn && !endsWithCarriageReturn
            if mayEnd, StompCommand(wire: bytes.span) != nil {
                endsWithCarriageReturn = true
                continue
            }
            if endsWithCarriageReturn { bytes.append(Byte.carriageReturn) }
            bytes.append(byte)
            guard StompCommand.mayBegin(with: bytes.span) else {
                throw .unknownCommand(StompParseError.context(bytes.span))
            }
        }
        return input.count
    }
}

// MARK: Header lines

extension PartialFrame {
    private mutating func takeHeaders(
        _ input: Span<UInt8>,
        from start: Int,
        _ rules: FrameRules
    ) throws(StompParseError) -> Int {
        var length = bytes.count - lineStart - (endsWithCarriageReturn ? 1 : 0)
        for position in start..<input.count {
            let byte = input[position]
            if byte == Byte.lineFeed {
                bytes.append(input, start..<(position + 1))
                try endLine(length: length, rules)
                return position + 1
            }
            if endsWithCarriageReturn || byte == Byte.nul {
                bytes.append(input, start..<(position + 1))
                throw .badHeader(lineContext(from: lineStart, to: bytes.count))
            }
            if byte == Byte.carriageReturn, rules.allowsCarriageReturn {
                endsWithCarriageReturn = true
                continue
            }
            length += 1
            if length == 1, fields.count == rules.limits.headerCount {
                throw .tooManyHeaders(limit: rules.limits.headerCount)
            }
            if length > rules.limits.headerLine { throw .headerTooLong(limit: rules.limits.headerLine) }
        }
        bytes.append(input, start..<input.count)
        return input.count
    }

    /// Reads the line of `length` bytes whose end has just been appended.
    private mutating func endLine(length: Int, _ rules: FrameRules) throws(StompParseError) {
        let line = lineStart..<(lineStart + length)
        endsWithCarriageReturn = false
        lineStart = bytes.count
        if line.isEmpty {
            bodyStart = bytes.count
            stage = .body
            return
        }
        guard bytes.count <= FrameRules.headerBlockLimit else {
            throw .headerTooLong(limit: FrameRules.headerBlockLimit)
        }
        let header = try rules.header(bytes.span, line: line, of: command, needsLength: contentLength == nil)
        hasBackslash = hasBackslash || header.hasEscape
        contentLength = contentLength ?? header.contentLength
        fields.append(header.field)
    }

    private func lineContext(from start: Int, to end: Int) -> String {
        StompParseError.context(bytes.span.extracting(start..<end))
    }
}

// MARK: The body

extension PartialFrame {
    private mutating func takeBody(
        _ input: Span<UInt8>,
        from start: Int,
        _ rules: FrameRules
    ) throws(StompParseError) -> Int {
        let taken = bytes.count - bodyStart
        if let contentLength {
            let count = min(contentLength - taken, input.count - start)
            bytes.append(input, start..<(start + count))
            guard start + count < input.count else { return input.count }
            guard input[start + count] == Byte.nul else { throw .bodyNotTerminated(contentLength: contentLength) }
            stage = .complete
            return start + count + 1
        }
        // One more than may be kept, for the NUL.
        let room = min(rules.limits.body - taken + 1, input.count - start)
        if let end = input.firstIndex(of: Byte.nul, in: start..<(start + room)) {
            bytes.append(input, start..<end)
            stage = .complete
            return end + 1
        }
        guard taken + room <= rules.limits.body else { throw .bodyTooLong(limit: rules.limits.body) }
        bytes.append(input, start..<(start + room))
        return input.count
    }
}
