import Glibc
import Transport

/// A small file that is its owner's alone. All calls block.
struct PrivateFile {
    /// No token file is larger.
    static let sizeLimit = 256 * 1024

    let path: String

    private var folder: String {
        path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    }

    /// The contents; nil where there is no file.
    func read() throws(TokenStoreFault) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw failure()
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure() }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= Self.sizeLimit else {
            throw .notReadable(path: path)
        }
        guard status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else { throw .openToOthers(path: path) }
        return try readAll(descriptor)
    }

    /// Puts contents in place of the old ones, or leaves those as they were.
    func write(_ bytes: [UInt8]) throws(TokenStoreFault) {
        let temporary = try writeTemporary(bytes)
        guard rename(temporary, path) == 0 else {
            let failure = failure()
            unlink(temporary)
            throw failure
        }
        try syncFolder()
    }

    /// Makes the file unless somebody else was faster; returns whether it was made.
    func create(_ bytes: [UInt8]) throws(TokenStoreFault) -> Bool {
        let temporary = try writeTemporary(bytes)
        defer { unlink(temporary) }
        // Unlike rename, link does not replace.
        guard link(temporary, path) == 0 else {
            if errno == EEXIST { return false }
            throw failure()
        }
        try syncFolder()
        return true
    }

    /// Removes the file if it is there.
    func remove() throws(TokenStoreFault) {
        guard unlink(path) != 0 else { return try syncFolder() }
        if errno != ENOENT { throw failure() }
    }

    /// Makes the folder and those above it, for their owner alone.
    func makeFolder() throws(TokenStoreFault) {
        var made = ""
        for part in folder.split(separator: "/", omittingEmptySubsequences: false) {
            made += made.isEmpty && part.isEmpty ? "/" : (made.isEmpty || made == "/" ? "" : "/") + part
            if mkdir(made, 0o700) != 0, errno != EEXIST { throw failure() }
        }
    }

    // MARK: Parts

    private func writeTemporary(_ bytes: [UInt8]) throws(TokenStoreFault) -> String {
        try makeFolder()
        let suffix = String(UInt64.random(in: .min ... .max), radix: 36)
        let temporary = "\(path).\(suffix).tmp"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw failure() }
        defer { close(descriptor) }
        do throws(TokenStoreFault) {
            // The mode may have been narrowed by the umask, never widened; this says exactly what it is.
            guard fchmod(descriptor, 0o600) == 0 else { throw failure() }
            try writeAll(descriptor, bytes)
            guard fsync(descriptor) == 0 else { throw failure() }
        } catch {
            unlink(temporary)
            throw error
        }
        return temporary
    }

    private func writeAll(_ descriptor: Int32, _ bytes: [UInt8]) throws(TokenStoreFault) {
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                written += count
            } else if errno != EINTR {
                throw failure()
            }
        }
    }

    private func readAll(_ descriptor: Int32) throws(TokenStoreFault) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while bytes.count <= Self.sizeLimit {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count == 0 { return bytes }
            if count > 0 {
                bytes += chunk.prefix(count)
            } else if errno != EINTR {
                throw failure()
            }
        }
        throw .notReadable(path: path)
    }

    /// Without it a crash could bring the old name back.
    private func syncFolder() throws(TokenStoreFault) {
        let descriptor = open(folder, O_RDONLY | O_CLOEXEC | O_DIRECTORY)
        guard descriptor >= 0 else { throw failure() }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure() }
    }

    private func failure() -> TokenStoreFault {
        .system(path: path, detail: systemErrorText(errno))
    }
}
