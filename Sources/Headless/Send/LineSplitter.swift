/// Splits bytes into lines, whatever pieces they come in. LF ends a line, and a CR before it is left out.
struct LineSplitter {
    /// A line with its number, counted from 1.
    struct Line: Sendable, Equatable {
        let number: Int
        let bytes: [UInt8]
    }

    /// A line is longer than the limit.
    struct TooLong: Error, Equatable {
        let number: Int
    }

    private let limit: Int
    private var pending: [UInt8] = []
    private var number = 1

    /// Makes a splitter that refuses lines of more than `limit` bytes.
    init(limit: Int) {
        self.limit = limit
    }

    /// Takes more bytes and hands out the lines that they complete, empty ones left out.
    mutating func take(_ bytes: some Collection<UInt8>) throws(TooLong) -> [Line] {
        var lines: [Line] = []
        var rest = bytes[...]
        while let end = rest.firstIndex(of: 0x0A) {
            try append(rest[..<end])
            if let line = complete() { lines.append(line) }
            rest = rest[rest.index(after: end)...]
        }
        try append(rest)
        return lines
    }

    /// The last line, if it lacks its end.
    mutating func finish() -> Line? {
        pending.isEmpty ? nil : complete()
    }

    private mutating func append(_ bytes: some Collection<UInt8>) throws(TooLong) {
        guard pending.count + bytes.count <= limit else { throw TooLong(number: number) }
        pending.append(contentsOf: bytes)
    }

    private mutating func complete() -> Line? {
        defer {
            pending = []
            number += 1
        }
        if pending.last == 0x0D { pending.removeLast() }
        return pending.isEmpty ? nil : Line(number: number, bytes: pending)
    }
}
