internal import CMicroHTTPD
import Glibc

/// A connection that has become a WebSocket: non-blocking, and closed only through here.
struct UpgradedSocket: @unchecked Sendable {
    // Unchecked: the handle is the library's, which may be told to close from any thread.
    private let handle: OpaquePointer
    /// To be waited for; never to be closed.
    let descriptor: Int32

    init(handle: OpaquePointer, descriptor: Int32) {
        self.handle = handle
        self.descriptor = descriptor
    }

    /// What a read or a write came to.
    enum Outcome: Equatable {
        case done(Int)
        /// Nothing now; wait for the descriptor.
        case wouldBlock
        /// The other side is gone.
        case ended
    }

    /// Reads what is there, up to the size of `buffer`.
    func read(into buffer: inout [UInt8]) -> Outcome {
        outcome(of: recv(descriptor, &buffer, buffer.count, 0), isRead: true)
    }

    /// Writes as much of these pieces as goes, the first from `offset` on.
    func write(_ pieces: ArraySlice<[UInt8]>, offset: Int) -> Outcome {
        var vectors: [iovec] = []
        vectors.reserveCapacity(pieces.count)
        return gather(pieces, offset: offset, into: &vectors)
    }

    /// Pointers into arrays are valid only inside their closures, so each piece nests one deeper.
    private func gather(_ rest: ArraySlice<[UInt8]>, offset: Int, into vectors: inout [iovec]) -> Outcome {
        guard let piece = rest.first else {
            return vectors.withUnsafeMutableBufferPointer { list in
                var message = msghdr()
                message.msg_iov = list.baseAddress
                message.msg_iovlen = list.count
                return outcome(of: sendmsg(descriptor, &message, Int32(MSG_NOSIGNAL)), isRead: false)
            }
        }
        return piece.withUnsafeBytes { bytes in
            // The system only reads from what it writes.
            let start = UnsafeMutableRawPointer(mutating: bytes.baseAddress?.advanced(by: offset))
            vectors.append(iovec(iov_base: start, iov_len: bytes.count - offset))
            return gather(rest.dropFirst(), offset: 0, into: &vectors)
        }
    }

    private func outcome(of count: Int, isRead: Bool) -> Outcome {
        if count > 0 || count == 0 && !isRead { return .done(count) }
        if count == 0 { return .ended }
        switch errno {
        case EAGAIN, EINTR: return .wouldBlock
        default: return .ended
        }
    }

    /// Closes it; nothing may be done with it afterwards.
    func close() {
        bobbin_mhd_close(handle)
    }
}
