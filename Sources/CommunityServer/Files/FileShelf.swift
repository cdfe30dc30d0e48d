import Glibc
import SQLite
import Transport

/// Where files lie in the data folder. Their names there are numbers; what people call them is in the database.
enum FileShelf {
    /// Complete ones.
    static let files = "files"
    /// Those whose bytes are coming.
    static let uploads = "uploads"

    /// Where a file is fetched from, relative to the server.
    static func url(of id: Int64) -> String { "/api/v1/files/\(id)/content" }

    static func remove(_ path: String) {
        unlink(path)
    }

    /// The size of a file, or nil where there is none.
    static func size(of path: String) -> Int? {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(status.st_size)
    }

    /// Gives a file its place, for good: after a power cut it is still there.
    static func move(_ from: String, to place: String, in folder: String) throws(DataFolder.Fault) {
        guard rename(from, place) == 0 else { throw .system(detail: systemErrorText(errno)) }
        let descriptor = open(folder, O_RDONLY | O_CLOEXEC | O_DIRECTORY)
        guard descriptor >= 0 else { throw .system(detail: systemErrorText(errno)) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw .system(detail: systemErrorText(errno)) }
    }

    /// The names in a folder.
    static func names(in folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}
