import Glibc
import Transport

/// Says, while it is held, that the owner of entries of the outbox lives: the system gives the lock up when the program
/// ends, however it ends.
final class ClientLock: Sendable {
    let name: String
    private let path: String
    private let descriptor: Int32

    init(in folder: String) throws(StoreFailure) {
        Self.removeAbandoned(in: folder)
        while true {
            let name = Self.newName()
            let path = "\(folder)/\(name).lock"
            let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard descriptor >= 0 else { throw PrivateFolder.systemFailure(path, errno) }
            // Somebody who cleans up may have been faster than the lock; then the next name is tried.
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0, FileIdentity(of: path) != nil {
                self.name = name
                self.path = path
                self.descriptor = descriptor
                return
            }
            close(descriptor)
        }
    }

    deinit {
        unlink(path)
        close(descriptor)
    }

    /// Whether nobody holds the lock of that name any more; its file is removed.
    static func isAbandoned(_ name: String, in folder: String) -> Bool {
        let path = "\(folder)/\(name).lock"
        let descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return errno == ENOENT }
        defer { close(descriptor) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return false }
        unlink(path)
        return true
    }

    /// Programs that were killed leave their files.
    private static func removeAbandoned(in folder: String) {
        guard let entries = opendir(folder) else { return }
        defer { closedir(entries) }
        while let entry = readdir(entries) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { start in
                // The name ends with a NUL inside the array, which lives as long as the entry.
                start.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard name.hasSuffix(".lock") else { continue }
            _ = isAbandoned(String(name.dropLast(5)), in: folder)
        }
    }

    private static func newName() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<2).map { _ in String(generator.next() as UInt64, radix: 36) }.joined()
    }
}
