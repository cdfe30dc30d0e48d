public import Chat
import Glibc

/// All that a descriptor holds, as one message.
public enum WholeInput {
    /// Reads to the end, on a thread of its own; the last line end is left out.
    public static func read(_ descriptor: Int32) async throws(FailureReport) -> [UInt8] {
        let result = await Blocking.run { readAll(descriptor) }
        return try result.get()
    }

    private static func readAll(_ descriptor: Int32) -> Result<[UInt8], FailureReport> {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN {
                var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                _ = poll(&request, 1, -1)
                continue
            }
            if count < 0 {
                let reason = String(cString: strerror(errno))
                return .failure(FailureReport(.usage, "standard input can't be read: \(reason)"))
            }
            if count == 0 { break }
            bytes += chunk[..<count]
            guard bytes.count <= InputLines.longestLine else {
                return .failure(FailureReport(.usage, "standard input is too long for a message"))
            }
        }
        if bytes.last == 0x0A { bytes.removeLast() }
        if bytes.last == 0x0D { bytes.removeLast() }
        return .success(bytes)
    }
}
