import Glibc

/// What a stretch of bytes holds.
struct ByteTraits {
    var hasNonASCII: Bool
    var hasNUL: Bool
    var hasBackslash: Bool
    var hasCarriageReturn: Bool
}

/// The bytes that mean something in a frame.
enum Byte {
    static let nul: UInt8 = 0x00
    static let tab: UInt8 = 0x09
    static let lineFeed: UInt8 = 0x0A
    static let carriageReturn: UInt8 = 0x0D
    static let space: UInt8 = 0x20
    static let colon: UInt8 = 0x3A
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

    /// What the bytes of `range` hold. Four passes, since the library's search takes far larger steps than a loop here.
    @inline(__always)
    func traits(in range: Range<Int>) -> ByteTraits {
        ByteTraits(
            hasNonASCII: hasNonASCII(in: range),
            hasNUL: firstIndex(of: Byte.nul, in: range) != nil,
            hasBackslash: firstIndex(of: Byte.backslash, in: range) != nil,
            hasCarriageReturn: firstIndex(of: Byte.carriageReturn, in: range) != nil
        )
    }

    private func hasNonASCII(in range: Range<Int>) -> Bool {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        return unsafe withUnsafeBytes { buffer in
            var words = SIMD2<UInt64>()
            var position = range.lowerBound
            while position + 16 <= range.upperBound {
                unsafe words |= buffer.loadUnaligned(fromByteOffset: position, as: SIMD2<UInt64>.self)
                position += 16
            }
            var rest: UInt8 = 0
            while position < range.upperBound {
                unsafe rest |= buffer[position]
                position += 1
            }
            return (words[0] | words[1]) & 0x8080_8080_8080_8080 != 0 || rest >= 0x80
        }
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
