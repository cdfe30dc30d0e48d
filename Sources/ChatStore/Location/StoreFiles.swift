import Glibc
import Transport

/// The files of one store.
struct StoreFiles: Sendable {
    /// The profile's folder.
    let folder: String
    private let root: String
    private let name: String

    init(_ location: StoreLocation) {
        root = location.folder
        folder = location.folder + "/" + FileName.make(from: location.profile)
        name = FileName.make(from: location.account)
    }

    var database: String { "\(folder)/\(name).sqlite" }
    /// A lock of each open store is in it.
    var clients: String { "\(folder)/\(name).clients" }

    /// Makes the folders that are not there.
    func makeFolders() throws(StoreFailure) {
        for path in [root, folder, clients] { try PrivateFolder.make(path) }
    }

    /// Which file has the database's name now, nil for none.
    var identity: FileIdentity? { FileIdentity(of: database) }

    /// Whether the database has less than the beginning of one. One without any bytes is new, as this program makes it
    /// before SQLite writes to it, unless its log says that something was written.
    var isCutShort: Bool {
        var status = stat()
        guard stat(database, &status) == 0 else { return false }
        return status.st_size == 0 ? !isLogEmpty : status.st_size < 512
    }

    /// Whether all that was committed is in the database itself.
    var isLogEmpty: Bool {
        var status = stat()
        return stat(database + "-wal", &status) != 0 || status.st_size == 0
    }

    /// SQLite opens what is beside the database by its name, whatever that is.
    func checkLog() throws(StoreFailure) {
        for suffix in ["-wal", "-shm"] { try PrivateFolder.check(database + suffix) }
    }

    /// Gives the database, and what SQLite keeps beside it, a name that says what it is, and returns the new path.
    func setAside() throws(StoreFailure) -> String {
        let stem = "\(database).corrupt-\(Self.timestamp())"
        var path = stem
        var number = 1
        while access(path, F_OK) == 0 {
            number += 1
            path = "\(stem)-\(number)"
        }
        guard rename(database, path) == 0 else { throw .corrupt(path: database) }
        // What was committed last may be in the log alone.
        for suffix in ["-wal", "-shm"] { rename(database + suffix, path + suffix) }
        return path
    }

    /// UTC, as `20261130-151200`.
    private static func timestamp() -> String {
        var now = time(nil)
        var parts = tm()
        gmtime_r(&now, &parts)
        func digits(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let date = "\(parts.tm_year + 1900)" + digits(parts.tm_mon + 1) + digits(parts.tm_mday)
        return date + "-" + digits(parts.tm_hour) + digits(parts.tm_min) + digits(parts.tm_sec)
    }
}

/// One file, whatever its name.
struct FileIdentity: Hashable, Sendable {
    private let device: UInt
    private let number: UInt

    init?(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = UInt(status.st_dev)
        number = UInt(status.st_ino)
    }
}
