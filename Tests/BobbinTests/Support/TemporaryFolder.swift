import Foundation
import Glibc

/// A folder that is gone with the value; it serves as the home of a program under test.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        var template = Array("/tmp/bobbin-test-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw CocoaError(.fileWriteUnknown) }
        path = String(cString: made)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// An environment in which all that Bobbin writes ends up here.
    var environment: [String: String] { ["HOME": path] }

    /// Writes a file below the folder.
    func write(_ text: String, to name: String, mode: mode_t = 0o600) throws {
        let file = "\(path)/\(name)"
        let folder = file[..<(file.lastIndex(of: "/") ?? file.endIndex)]
        try FileManager.default.createDirectory(atPath: String(folder), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(filePath: file))
        chmod(file, mode)
    }

    /// The names of all files below it.
    var files: [String] {
        let all = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
        return all.filter { name in
            var status = stat()
            return stat("\(path)/\(name)", &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        }
    }
}
