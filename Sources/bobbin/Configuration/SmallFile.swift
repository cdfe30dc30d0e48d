import Glibc

/// Reads files that are meant to be small, and says why one can't be read.
enum SmallFile {
    /// Why a file can't be read.
    enum Failure: Error, Equatable {
        /// There is none.
        case missing
        /// It is larger than the limit.
        case tooLarge(limit: Int)
        /// The system's own reason.
        case system(Int32)

        /// The reason for a sentence.
        var reason: String {
            switch self {
            case .missing: "there is no such file"
            case .tooLarge(let limit): "it is larger than \(limit / 1024) KiB"
            case .system(let code): String(cString: strerror(code))
            }
        }
    }

    /// The content of a file of at most `largest` bytes.
    static func read(_ path: String, largest: Int) throws(Failure) -> [UInt8] {
        // Not blocking: a FIFO without a writer reads as empty instead of waiting for one.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw errno == ENOENT || errno == ENOTDIR ? .missing : .system(errno) }
        defer { close(descriptor) }
        return try read(descriptor, largest: largest)
    }

    private static func read(_ descriptor: Int32, largest: Int) throws(Failure) -> [UInt8] {
        var content: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16 * 1024)
        while true {
            let count = chunk.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .system(errno) }
            if count == 0 { return content }
            content += chunk[..<count]
            if content.count > largest { throw .tooLarge(limit: largest) }
        }
    }

    /// Whether others than its owner may read a file.
    static func isReadableByOthers(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & 0o077 != 0
    }
}
