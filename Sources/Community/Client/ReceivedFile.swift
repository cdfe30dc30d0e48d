import Glibc
import Transport

/// A file that came with a message.
package struct ReceivedFile: Sendable {
    /// A name without any path.
    package let name: String
    package let bytes: [UInt8]

    package init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }

    /// Saves the file under a path, or under its own name where that is a folder. Nothing is ever overwritten.
    ///
    /// - Returns: the path of the file.
    package func save(to path: String) async throws(APIFailure) -> String {
        try await BlockingWork.run(name: "bobbin-file") { () throws(APIFailure) in try write(to: path) }
    }

    private func write(to path: String) throws(APIFailure) -> String {
        var status = stat()
        var target = path
        if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
            target += (path.hasSuffix("/") ? "" : "/") + name
        }
        let descriptor = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o644)
        guard descriptor >= 0 else {
            let detail = errno == EEXIST ? "there is a file of this name; choose another one" : systemErrorText(errno)
            throw .notSaved(path: target, detail: detail)
        }
        defer { close(descriptor) }
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                written += count
            } else if errno != EINTR {
                let detail = systemErrorText(errno)
                unlink(target)
                throw .notSaved(path: target, detail: detail)
            }
        }
        return target
    }
}
