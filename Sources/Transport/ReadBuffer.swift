/// The memory one stream is read into, again and again.
public final class ReadBuffer {
    private let storage: UnsafeMutableRawBufferPointer

    /// The number of bytes it holds.
    public var capacity: Int { storage.count }

    /// Allocates a buffer of `capacity` bytes.
    public init(capacity: Int = 128 * 1024) {
        storage = .allocate(byteCount: capacity, alignment: 64)
    }

    deinit { storage.deallocate() }

    /// Lends the first `count` bytes for reading.
    public func withBytes<Result, Failure: Error>(
        _ count: Int,
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // The memory is ours and initialised by the read that returned `count`.
        try body(UnsafeBufferPointer(rebasing: storage.bindMemory(to: UInt8.self)[..<count]).span)
    }

    /// Lends the whole memory to a transport that fills it.
    package func withMutableMemory<Result, Failure: Error>(
        _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(storage)
    }
}
