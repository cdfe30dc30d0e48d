import Glibc

/// A file with one secret, readable by its owner alone.
enum SecretFile {
    /// Puts another secret into it, whole or not at all; what goes wrong leaves the old one.
    static func replace(_ path: String, with secret: String) {
        let made = "\(path).\(getpid())"
        let descriptor = open(made, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        let bytes = Array((secret + "\n").utf8)
        let count = write(descriptor, bytes, bytes.count)
        let isWritten = count == bytes.count && fsync(descriptor) == 0
        close(descriptor)
        if !isWritten || rename(made, path) != 0 { unlink(made) }
    }
}
