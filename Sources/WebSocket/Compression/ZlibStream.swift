internal import CZlib

/// Inflates messages of permessage-deflate (RFC 7692 §7.2.2).
///
/// It owns zlib's state, which knows its own address and therefore lives on the heap.
@safe struct Inflater: ~Copyable, @unchecked Sendable {
    // Sendable by unique ownership: nobody else knows the address.
    private let stream: UnsafeMutablePointer<z_stream>
    private let resetsAfterMessage: Bool

    /// What one call did.
    struct Progress {
        /// How many bytes of the output were filled.
        var produced = 0
        /// Whether more can come out without more input.
        var isOutputFull = false
        /// Whether the data can't be inflated any further.
        var isBroken = false
    }

    init(windowBits: Int, resetsAfterMessage: Bool) {
        self.resetsAfterMessage = resetsAfterMessage
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        // Raw deflate is asked for by a negative number. 8 is widened to 9: old versions of zlib send that for 8.
        let status = unsafe bobbin_inflate_init(stream, -Int32(max(windowBits, 9)))
        precondition(status == Z_OK, "no memory for zlib")
    }

    deinit {
        unsafe inflateEnd(stream)
        unsafe stream.deallocate()
    }

    /// Inflates `input` from `position` on, which it moves, into at most `room` bytes of `output`.
    mutating func inflate(
        _ input: Span<UInt8>,
        from position: inout Int,
        into output: inout [UInt8],
        room: Int
    ) -> Progress {
        let offered = min(input.count - position, Int(UInt32.max))
        let room = min(room, output.count)
        let stream = unsafe stream
        let status = unsafe input.withUnsafeBufferPointer { source in
            unsafe output.withUnsafeMutableBufferPointer { target in
                // zlib's interface lacks `const`; it does not write to its input.
                unsafe stream.pointee.next_in = unsafe UnsafeMutablePointer(mutating: source.baseAddress).map {
                    unsafe $0 + position
                }
                unsafe stream.pointee.avail_in = UInt32(offered)
                unsafe stream.pointee.next_out = target.baseAddress
                unsafe stream.pointee.avail_out = UInt32(room)
                return unsafe CZlib.inflate(stream, Z_SYNC_FLUSH)
            }
        }
        position += offered - Int(unsafe stream.pointee.avail_in)
        var progress = Progress()
        progress.isOutputFull = unsafe stream.pointee.avail_out == 0
        progress.produced = room - Int(unsafe stream.pointee.avail_out)
        switch status {
        case Z_OK, Z_BUF_ERROR:
            break
        case Z_STREAM_END:
            // RFC 7692 §7.2.3.4: a sender may set BFINAL; what follows is a new stream with the same history.
            unsafe inflateResetKeep(stream)
        default:
            progress.isBroken = true
        }
        return progress
    }

    /// Ends a message whose last bytes, including the four the sender left out, have been inflated.
    ///
    /// - Returns: false when the data stopped inside a block.
    mutating func endMessage() -> Bool {
        // Bit 7: zlib stands between two blocks; bits 0 to 5: unused bits of the last byte.
        let isBetweenBlocks = unsafe stream.pointee.data_type & 0xBF == 0x80
        if resetsAfterMessage { unsafe inflateReset(stream) }
        return isBetweenBlocks
    }
}

/// Compresses messages of permessage-deflate (RFC 7692 §7.2.1).
@safe struct Deflater: ~Copyable, @unchecked Sendable {
    // As above: Sendable by unique ownership.
    private let stream: UnsafeMutablePointer<z_stream>
    private let resetsAfterMessage: Bool

    init(windowBits: Int, resetsAfterMessage: Bool) {
        self.resetsAfterMessage = resetsAfterMessage
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        // zlib can't deflate with a window of 8 bits. With 9 it looks back 512 - 262 bytes at most, which 8 bits allow.
        let status = unsafe bobbin_deflate_init(stream, Z_DEFAULT_COMPRESSION, -Int32(max(windowBits, 9)), 8)
        precondition(status == Z_OK, "no memory for zlib")
    }

    deinit {
        unsafe deflateEnd(stream)
        unsafe stream.deallocate()
    }

    /// Compresses one message into the start of `output`, which grows as needed.
    ///
    /// - Returns: how many bytes to send.
    mutating func compress(_ payload: Span<UInt8>, into output: inout [UInt8]) -> Int {
        if payload.isEmpty {
            // RFC 7692 §7.2.3.6: an empty block without its last four bytes. zlib gives nothing for a second flush.
            output.grow(to: 1)
            output[0] = 0
            return 1
        }
        var produced = 0
        var position = 0
        while position < payload.count {
            let end = min(position + 1 << 20, payload.count)
            let piece = payload.extracting(position..<end)
            produced = compress(piece, isLast: end == payload.count, into: &output, from: produced)
            position = end
        }
        if resetsAfterMessage { unsafe deflateReset(stream) }
        // RFC 7692 §7.2.1: the flush ends in 00 00 FF FF, which is left out.
        return produced - 4
    }

    private mutating func compress(
        _ piece: Span<UInt8>,
        isLast: Bool,
        into output: inout [UInt8],
        from start: Int
    ) -> Int {
        let stream = unsafe stream
        var produced = start
        var consumed = 0
        repeat {
            // Room for the flush as well: with too little, zlib flushes twice.
            output.grow(to: produced + Int(unsafe deflateBound(stream, UInt(piece.count - consumed))) + 64)
            unsafe piece.withUnsafeBufferPointer { source in
                unsafe output.withUnsafeMutableBufferPointer { target in
                    let offered = source.count - consumed
                    let room = min(target.count - produced, Int(UInt32.max))
                    // zlib's interface lacks `const`; it does not write to its input.
                    unsafe stream.pointee.next_in = unsafe UnsafeMutablePointer(mutating: source.baseAddress).map {
                        unsafe $0 + consumed
                    }
                    unsafe stream.pointee.avail_in = UInt32(offered)
                    unsafe stream.pointee.next_out = unsafe target.baseAddress.map { unsafe $0 + produced }
                    unsafe stream.pointee.avail_out = UInt32(room)
                    _ = unsafe deflate(stream, isLast ? Z_SYNC_FLUSH : Z_NO_FLUSH)
                    consumed += offered - Int(unsafe stream.pointee.avail_in)
                    produced += room - Int(unsafe stream.pointee.avail_out)
                }
            }
        } while unsafe stream.pointee.avail_out == 0
        return produced
    }
}

extension [UInt8] {
    fileprivate mutating func grow(to size: Int) {
        if count < size { append(contentsOf: repeatElement(0, count: size - count)) }
    }
}
