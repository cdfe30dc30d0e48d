import Glibc
import Terminal

/// Where files of messages lie that another program shows: each in a folder of its own, for a day.
struct OpenedFiles: Sendable {
    private let folder: String

    /// How long they are kept, in seconds.
    private static let patience = 24 * 60 * 60

    /// In `XDG_CACHE_HOME`, else in `~/.cache`; nil where neither can be.
    init?(environment: [String: String]) {
        if let cache = environment["XDG_CACHE_HOME"], cache.hasPrefix("/") {
            folder = cache + "/bobbin/opened"
        } else if let home = environment["HOME"], home.hasPrefix("/") {
            folder = home + "/.cache/bobbin/opened"
        } else {
            return nil
        }
    }

    /// Does so apart from whoever waits; nil when it can't be made.
    static func makeFolder(environment: [String: String]) async -> String? {
        await withCheckedContinuation { continuation in
            startThread(named: "opened") {
                continuation.resume(returning: OpenedFiles(environment: environment)?.makeFolder())
            }
        }
    }

    /// Makes a folder that nobody else may read, and removes those that have had their day; nil when it can't be made.
    func makeFolder(now: Int = time(nil)) -> String? {
        var made = ""
        for part in folder.split(separator: "/") {
            made += "/\(part)"
            if mkdir(made, 0o700) != 0, errno != EEXIST { return nil }
        }
        for name in OpenedFiles.names(in: folder) { remove(name, now: now) }
        let own = "\(folder)/\(String(UInt64.random(in: 0...UInt64.max), radix: 36))"
        return mkdir(own, 0o700) == 0 ? own : nil
    }

    private func remove(_ name: String, now: Int) {
        let path = "\(folder)/\(name)"
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR,
            status.st_mtim.tv_sec < now - OpenedFiles.patience
        else { return }
        for file in OpenedFiles.names(in: path) { unlink("\(path)/\(file)") }
        rmdir(path)
    }

    private static func names(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream), names.count < 10_000 {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}
