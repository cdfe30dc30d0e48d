import Glibc

/// What a stretch of bytes holds.
struct ByteTraits {
    var hasNonASCII = false
    var hasBackslash = false
}

/// The bytes that mean something in a frame.
enum Byte {
    static let nul: UInt8 = 0x00
    static let tab: UInt8 = 0x09
    static let lineFeed: UInt8 = 0x0A
    static let carriageReturn: UInt8 = 0x0D
    static let space: UInt8 = 0x20
    static let colon: UInt8 = 0x3A
    static let firstLetter: UInt8 = 0x41
    static let backslash: UInt8 = 0x5C
}

// The pointers below stay inside the span they are taken from: every range is checked against it first.
extension Span where Element == UInt8 {
    /// The index of the first `byte` in `range`.
    @inline(__always)
    func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        if range.isEmpty { return nil }
        return unsafe withUnsafeBytes { buffer -> Int? in
            guard let base = buffer.baseAddress,
                let found = unsafe memchr(base + range.lowerBound, Int32(byte), range.count)
            else { return nil }
            return unsafe UnsafeRawPointer(found) - base
        }
    }

    /// Whether the bytes of `range` are those of `text`.
    @inline(__always)
    func equals(_ text: StaticString, in range: Range<Int>) -> Bool {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        guard range.count == text.utf8CodeUnitCount else { return false }
        return unsafe withUnsafeBytes { buffer in
            guard let base = buffer.baseAddress else { return true }
            return unsafe memcmp(base + range.lowerBound, text.utf8Start, range.count) == 0
        }
    }

    /// Whether the command line of a MESSAGE, with its line feed, stands at `index`.
    @inline(__always)
    func hasMessageLine(at index: Int) -> Bool {
        guard index >= 0, index &+ 8 <= count else { return false }
        // The line above is the check.
        let word = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self)
        return UInt64(littleEndian: word) == 0x0A45_4741_5353_454D
    }

    /// What the bytes of `range` hold.
    func traits(in range: Range<Int>) -> ByteTraits {
        var traits = ByteTraits()
        for index in range {
            let byte = self[index]
            if byte >= 0x80 { traits.hasNonASCII = true }
            if byte == Byte.backslash { traits.hasBackslash = true }
        }
        return traits
    }

    /// Whether the bytes of `range` are UTF-8.
    func isUTF8(in range: Range<Int>) -> Bool {
        (try? UTF8Span(validating: extracting(range))) != nil
    }

    /// The bytes of `range` as a string; they must be UTF-8.
    func string(in range: Range<Int>) -> String {
        unsafe extracting(range).withUnsafeBufferPointer { buffer in
            unsafe String(decoding: buffer, as: UTF8.self)
        }
    }
}

extension MutableSpan where Element == UInt8 {
    /// Writes a copy of the bytes of `range` from `start` on.
    @inline(__always)
    mutating func copy(_ source: Span<UInt8>, _ range: Range<Int>, to start: Int) {
        precondition(range.lowerBound >= 0 && range.upperBound <= source.count)
        precondition(start >= 0 && range.count <= count &- start)
        unsafe withUnsafeMutableBytes { target in
            unsafe source.withUnsafeBytes { bytes in
                guard let base = target.baseAddress, let sourceBase = bytes.baseAddress else { return }
                unsafe (base + start).copyMemory(from: sourceBase + range.lowerBound, byteCount: range.count)
            }
        }
    }
}

extension Array where Element == UInt8 {
    /// Appends a copy of the bytes of `range`.
    @inline(__always)
    mutating func append(_ source: Span<UInt8>, _ range: Range<Int>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= source.count)
        unsafe source.withUnsafeBufferPointer { buffer in
            unsafe append(contentsOf: UnsafeBufferPointer(rebasing: buffer[range]))
        }
    }
}
