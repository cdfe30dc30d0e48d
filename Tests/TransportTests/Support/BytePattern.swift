import Glibc

/// A long run of bytes in which every shift shows, made and compared at the speed of memory.
struct BytePattern: Sendable {
    private static let period = 251
    private let table = (0..<2 * 1024 * 1024).map { UInt8($0 % BytePattern.period) }

    /// The bytes from `offset` on; at most a mebibyte.
    func bytes(from offset: Int, count: Int) -> [UInt8] {
        let start = offset % Self.period
        return Array(table[start..<start + count])
    }

    /// Whether `bytes` are the ones from `offset` on.
    func matches(_ bytes: UnsafeRawBufferPointer, from offset: Int) -> Bool {
        table.withUnsafeBytes { table in
            guard let base = table.baseAddress, let other = bytes.baseAddress else { return bytes.isEmpty }
            return memcmp(base + offset % Self.period, other, bytes.count) == 0
        }
    }
}
