import Glibc
import Transport

/// A folder that one process at a time has to itself.
final class DataFolder: Sendable {
    enum Fault: Error, Equatable {
        case inUse
        /// Others may write to it, so nothing in it can be trusted.
        case openToOthers
        case system(detail: String)
    }

    let path: String
    private let lock: Int32

    /// Makes the folder where there is none (0700) and takes its lock, without waiting.
    init(path: String) throws(Fault) {
        self.path = path
        if mkdir(path, 0o700) != 0, errno != EEXIST { throw .system(detail: systemErrorText(errno)) }
        var status = stat()
        guard stat(path, &status) == 0 else { throw .system(detail: systemErrorText(errno)) }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw .system(detail: systemErrorText(ENOTDIR)) }
        guard status.st_mode & 0o022 == 0 else { throw .openToOthers }
        let lock = open("\(path)/lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard lock >= 0 else { throw .system(detail: systemErrorText(errno)) }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            let number = errno
            close(lock)
            throw number == EWOULDBLOCK ? .inUse : .system(detail: systemErrorText(number))
        }
        self.lock = lock
    }

    deinit {
        close(lock)
    }

    func path(of name: String) -> String { "\(path)/\(name)" }

    /// Makes a folder in it, for the owner alone, where there is none.
    func makeFolder(_ name: String) throws(Fault) {
        if mkdir(path(of: name), 0o700) != 0, errno != EEXIST { throw .system(detail: systemErrorText(errno)) }
    }

    /// Makes a file in it, for the owner alone, where there is none: SQLite gives the files beside it the same mode.
    func makeFile(_ name: String) throws(Fault) {
        let file = open(path(of: name), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw .system(detail: systemErrorText(errno)) }
        close(file)
    }
}
