import Glibc

/// Where the parts of a frame are that is all there, from the start of its header lines on, and what these hold.
struct WholeFrame {
    typealias Field = StompFrameBatch.Field

    /// The number of headers that are looked for; frames with more are rare, and `PartialFrame` takes them.
    static let fieldLimit = 48
    /// The bit of `rarities` that stands for bytes that are not ASCII.
    static let nonASCII: UInt64 = 1 << 63

    /// Behind the empty line; 0 when there is no frame.
    private(set) var bodyStart = 0
    /// At the NUL.
    private(set) var bodyEnd = 0
    private(set) var fieldCount = 0
    /// A bit for each field that holds a backslash, and `nonASCII`.
    private(set) var rarities: UInt64 = 0

    /// Finds the frame whose header lines `memory` begins with.
    ///
    /// There is none when the lines don't end before `headerEnd`, when one has no colon or nothing before it, when there is
    /// a NUL or a stray carriage return among them, when a length is not plain digits, or when there is no NUL where the
    /// body ends or before `end`. `headerEnd` has 64 bytes of memory behind it, `fields` room for `fieldLimit`.
    @inline(never)
    init(
        in memory: UnsafePointer<UInt8>,
        headersUpTo headerEnd: Int,
        upTo end: Int,
        _ rules: FrameRules,
        into fields: UnsafeMutablePointer<Field>
    ) {
        let allowsCarriageReturn = rules.allowsCarriageReturn
        var scan = StructureScan(upTo: headerEnd)
        var lineStart = 0
        var carriageReturns = 0
        var length = -1
        while true {
            let mark = unsafe scan.next(in: memory)
            guard mark < headerEnd else { return }
            let byte = unsafe memory[mark]
            if byte == Byte.lineFeed {
                let lineEnd = mark &- carriageReturns
                if lineEnd == lineStart {
                    bodyStart = mark &+ 1
                    break
                }
                let colon = unsafe StructureScan.colon(in: memory, from: lineStart, upTo: lineEnd)
                guard colon > lineStart, colon < lineEnd, fieldCount < Self.fieldLimit else { return }
                if colon &- lineStart == 14, length < 0, unsafe memory.hasContentLengthName(at: lineStart) {
                    length = unsafe memory.shortNumber(colon &+ 1, lineEnd)
                    guard length >= 0 else { return }
                }
                unsafe fields[fieldCount] = Field(line: lineStart, colon: colon, end: lineEnd)
                fieldCount &+= 1
                lineStart = mark &+ 1
                carriageReturns = 0
            } else if byte == Byte.backslash {
                rarities |= 1 &<< UInt64(truncatingIfNeeded: fieldCount)
            } else if byte >= 0x80 {
                rarities |= Self.nonASCII
            } else if byte == Byte.nul {
                return
            } else if byte == Byte.carriageReturn, allowsCarriageReturn {
                guard unsafe memory[mark &+ 1] == Byte.lineFeed else { return }
                carriageReturns = 1
            }
        }
        unsafe findBodyEnd(in: memory, upTo: end, length: length, limit: rules.limits.body)
    }

    @inline(__always)
    private mutating func findBodyEnd(in memory: UnsafePointer<UInt8>, upTo end: Int, length: Int, limit: Int) {
        if length >= 0 {
            bodyEnd = bodyStart &+ length
            if unsafe length > limit || bodyEnd >= end || memory[bodyEnd] != Byte.nul { bodyStart = 0 }
        } else {
            let count = min(end &- bodyStart, limit &+ 1)
            guard count > 0, let found = unsafe memchr(memory + bodyStart, 0, count) else {
                bodyStart = 0
                return
            }
            bodyEnd = unsafe UnsafeRawPointer(found) - UnsafeRawPointer(memory)
        }
    }
}

extension UnsafePointer<UInt8> {
    /// Whether `content-length` stands at `index`, of a line that is as long.
    @inline(__always)
    fileprivate func hasContentLengthName(at index: Int) -> Bool {
        let name = unsafe UnsafeRawPointer(self + index)
        // The second word begins inside the first, so that both lie within the name.
        let first = unsafe name.loadUnaligned(as: UInt64.self)
        let second = unsafe name.loadUnaligned(fromByteOffset: 6, as: UInt64.self)
        return UInt64(littleEndian: first) == 0x2D74_6E65_746E_6F63  // "content-"
            && UInt64(littleEndian: second) == 0x6874_676E_656C_2D74  // "t-length"
    }

    /// The number that up to nine digits make; -1 for anything else.
    @inline(__always)
    fileprivate func shortNumber(_ start: Int, _ end: Int) -> Int {
        guard end > start, end &- start <= 9 else { return -1 }
        var number = 0
        var index = start
        repeat {
            let digit = Int(unsafe self[index]) &- 0x30
            guard digit >= 0, digit < 10 else { return -1 }
            number = number &* 10 &+ digit
            index &+= 1
        } while index < end
        return number
    }
}
