import Chat
import ChatStore
import FoundationEssentials
import Glibc
import Synchronization

/// The file that says up to which message each thread has been printed, so that a tail goes on there when it is started
/// again. It is replaced by a rename, so that it is whole at any time.
///
/// Where lines go to a regular file it also says, before a line is written, where that line will end: after a crash
/// between the line and its mark the length of the file tells whether the line was written.
public final class CursorFile: Sendable {
    /// Why it can't be used: one sentence.
    public struct Fault: Error, Sendable, Equatable {
        /// Whether what is in it is at fault, and not this machine.
        public let isInContent: Bool
        public let sentence: String
    }

    /// What is in the file.
    struct Content: Codable, Equatable {
        /// A line that is being written to a regular file.
        struct Pending: Codable, Equatable {
            var thread: String
            var id: String
            var device: UInt64
            var inode: UInt64
            var start: Int64
            var end: Int64
        }

        var v = 1
        var server: String
        /// The identifier of the last message printed, for each thread.
        var threads: [String: String] = [:]
        var pending: Pending?
    }

    private let path: String
    private let output: Int32
    /// Whether a greater identifier stands behind a smaller one.
    private let ordersByID: Bool
    private let content: Mutex<Content>

    /// Reads the file; one that is not there begins empty.
    ///
    /// - Parameters:
    ///   - server: whose threads these are; a file of another server is refused.
    ///   - output: the descriptor that lines are written to.
    ///   - ordersByID: whether a greater identifier stands behind a smaller one, as in a community; else messages stand
    ///     as they come.
    public init(path: String, server: String, output: Int32, ordersByID: Bool = true) throws(Fault) {
        self.ordersByID = ordersByID
        // A link is followed, so that it is not the link that is replaced.
        self.path =
            realpath(path, nil).map { resolved in
                defer { free(resolved) }
                return String(cString: resolved)
            } ?? path
        self.output = output
        var content = try CursorFile.read(path) ?? Content(server: server)
        guard content.server == server else {
            throw Fault(isInContent: true, sentence: "the cursor file \(path) is of \(content.server); use another one")
        }
        if let pending = content.pending { CursorFile.settle(pending, &content, output) }
        content.pending = nil
        self.content = Mutex(content)
        // What can't be written is better known before anything is printed.
        if let code = write(content) { throw unwritable(code) }
    }

    /// The last message of a thread that was printed.
    func position(of threadID: String) -> String? { content.withLock { $0.threads[threadID] } }

    /// Begins a thread behind a message, unless it has a position.
    func begin(_ threadID: String, behind id: String) throws(Fault) {
        let code: Int32? = content.withLock { content in
            guard content.threads[threadID] == nil else { return nil }
            content.threads[threadID] = id
            return write(content)
        }
        if let code { throw unwritable(code) }
    }

    /// A message has been dealt with.
    ///
    /// - Returns: the system's reason when that could not be written.
    func passed(_ id: String, of threadID: String) -> Int32? {
        content.withLock { content in
            content.pending = nil
            let isEarlier =
                ordersByID
                && content.threads[threadID].map { MessagePosition(messageID: $0) >= MessagePosition(messageID: id) }
                    ?? false
            if !isEarlier { content.threads[threadID] = id }
            return write(content)
        }
    }

    /// A line of so many bytes is about to be written.
    func willPrint(_ id: String, of threadID: String, count: Int) {
        var status = stat()
        guard fstat(output, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
        let appends = fcntl(output, F_GETFL) & O_APPEND != 0
        let start = appends ? Int64(status.st_size) : Int64(lseek(output, 0, SEEK_CUR))
        content.withLock { content in
            content.pending = Content.Pending(
                thread: threadID,
                id: id,
                device: UInt64(status.st_dev),
                inode: UInt64(status.st_ino),
                start: start,
                end: start + Int64(count)
            )
            // If this fails, so does the mark behind the line, which is told.
            _ = write(content)
        }
    }

    private func unwritable(_ code: Int32) -> Fault {
        Fault(
            isInContent: false,
            sentence: "the cursor file \(path) can't be written: \(String(cString: strerror(code)))"
        )
    }
}

// MARK: Files
extension CursorFile {
    private static func read(_ path: String) throws(Fault) -> Content? {
        // A pipe would be waited for, with no signal that ends it.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            let reason = String(cString: strerror(errno))
            throw Fault(isInContent: false, sentence: "the cursor file \(path) can't be read: \(reason)")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw Fault(isInContent: false, sentence: "the cursor file \(path) is no regular file; name another one")
        }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while case let count = Glibc.read(descriptor, &chunk, chunk.count), count > 0, bytes.count < 16 << 20 {
            bytes += chunk[..<count]
        }
        // An empty one, such as mktemp makes, is a new one.
        if bytes.isEmpty { return nil }
        guard let content = try? JSONDecoder().decode(Content.self, from: Data(bytes)), content.v == 1 else {
            throw Fault(isInContent: true, sentence: "\(path) is no cursor file of this version; name another one")
        }
        return content
    }

    /// Whether the line that was being written has been, and makes the end of the file a line's end.
    private static func settle(_ pending: Content.Pending, _ content: inout Content, _ output: Int32) {
        var status = stat()
        guard fstat(output, &status) == 0, UInt64(status.st_dev) == pending.device,
            UInt64(status.st_ino) == pending.inode
        else { return }
        let size = Int64(status.st_size)
        if size >= pending.end {
            content.threads[pending.thread] = pending.id
        } else if size > pending.start {
            // A part of the line; it is printed again as a whole.
            _ = ftruncate(output, off_t(pending.start))
        }
    }

    /// Puts the content in place of the file's; the system's reason when that fails.
    private func write(_ content: Content) -> Int32? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(content) else { return EINVAL }
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG { return EISDIR }
        let part = "\(path).part"
        let descriptor = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return errno }
        var code: Int32?
        var rest = ArraySlice([UInt8](data) + [0x0A])
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                code = errno
                break
            }
            rest = rest.dropFirst(count)
        }
        close(descriptor)
        if code == nil, rename(part, path) != 0 { code = errno }
        if code != nil { unlink(part) }
        return code
    }
}
