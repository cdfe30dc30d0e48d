import Glibc
import Terminal

/// The names in a folder that a path being written may go on with.
struct FolderNames: Sendable {
    private let folder: String
    private let beginning: String

    /// The most names told.
    static let limit = 200

    /// - Parameters:
    ///   - path: what is written so far: the folder up to the last `/`, then the beginning of a name.
    ///   - home: the folder that `~` stands for.
    init(beginningWith path: String, home: String?) {
        let end = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        folder = end == path.startIndex ? "." : String(path[..<end]).expandingHome(home)
        beginning = String(path[end...])
    }

    /// Reads them, sorted, folders ended by `/`; none when there is no such folder. Names that begin with a dot come
    /// only when they are asked for.
    func read() async -> [String] {
        // A folder may be on a disk that doesn't answer: that must not hold up a thread of the pool.
        await withCheckedContinuation { continuation in
            startThread(named: "folder") { continuation.resume(returning: list()) }
        }
    }

    private func list() -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while names.count < FolderNames.limit, let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard name != ".", name != "..", name.hasPrefix(beginning), beginning.hasPrefix(".") || !name.hasPrefix(".")
            else { continue }
            names.append(isFolder(name) ? name + "/" : name)
        }
        return names.sorted()
    }

    private func isFolder(_ name: String) -> Bool {
        var status = stat()
        return stat(folder + "/" + name, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
