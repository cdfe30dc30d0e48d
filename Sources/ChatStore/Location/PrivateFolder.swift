import Glibc
import Transport

/// Makes folders and files that nobody else reads, and refuses those that others can write to.
enum PrivateFolder {
    /// Makes a folder (0700), and those above it, where there is none, and takes the rights of others away.
    static func make(_ path: String) throws(StoreFailure) {
        try makeMissing(path)
        let status = try status(of: path)
        guard status.st_mode & S_IFMT == S_IFDIR else { throw refusal(path, systemErrorText(ENOTDIR)) }
        guard status.st_uid == geteuid() else { throw refusal(path, "it belongs to somebody else") }
        guard status.st_mode & 0o022 == 0 else { throw refusal(path, "others may write to it") }
        if status.st_mode & 0o077 != 0, chmod(path, 0o700) != 0 { throw refusal(path, systemErrorText(errno)) }
    }

    private static func makeMissing(_ path: String) throws(StoreFailure) {
        guard mkdir(path, 0o700) != 0 else { return }
        let number = errno
        if number == EEXIST { return }
        guard number == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex else {
            throw systemFailure(path, number)
        }
        try makeMissing(String(path[..<slash]))
        if mkdir(path, 0o700) != 0, errno != EEXIST { throw systemFailure(path, errno) }
    }

    /// Makes a file (0600) where there is none; SQLite gives the files beside it the same rights. One that is there must
    /// be a file of our own, and not a link.
    ///
    /// It never opens one that is there: closing it would take SQLite's locks on it from this whole process.
    static func makeFile(_ path: String) throws(StoreFailure) {
        let made = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        if made >= 0 {
            close(made)
            return
        }
        guard errno == EEXIST else { throw systemFailure(path, errno) }
        try check(path)
    }

    /// One that is there must be a file of our own that others can't write to, and not a link; others must not read it.
    static func check(_ path: String) throws(StoreFailure) {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            if errno == ENOENT { return }
            throw systemFailure(path, errno)
        }
        guard status.st_mode & S_IFMT == S_IFREG else { throw refusal(path, "it is no regular file") }
        guard status.st_uid == geteuid() else { throw refusal(path, "it belongs to somebody else") }
        guard status.st_mode & 0o022 == 0 else { throw refusal(path, "others may write to it") }
        if status.st_mode & 0o077 != 0, chmod(path, 0o600) != 0 { throw systemFailure(path, errno) }
    }

    private static func status(of path: String) throws(StoreFailure) -> stat {
        var status = stat()
        guard stat(path, &status) == 0 else { throw systemFailure(path, errno) }
        return status
    }

    static func systemFailure(_ path: String, _ number: Int32) -> StoreFailure {
        [ENOSPC, EDQUOT, EFBIG].contains(number) ? .diskFull(path: path) : refusal(path, systemErrorText(number))
    }

    private static func refusal(_ path: String, _ detail: String) -> StoreFailure {
        .unwritable(path: path, detail: detail)
    }
}
