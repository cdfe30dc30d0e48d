import Foundation
import Glibc
import Testing

@testable import ChatUI

@Suite("Files that another program shows")
struct OpenedFilesTests {
    @Test("lie in folders of their own that nobody else may read, for a day")
    func folders() throws {
        let cache = FileManager.default.temporaryDirectory.appending(path: "bobbin-opened-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: cache) }
        let files = try #require(OpenedFiles(environment: ["XDG_CACHE_HOME": cache.path]))
        let first = try #require(files.makeFolder())
        let second = try #require(files.makeFolder())
        #expect(first != second && first.hasPrefix(cache.path + "/bobbin/opened/"))
        let attributes = try FileManager.default.attributesOfItem(atPath: first)
        #expect(attributes[.posixPermissions] as? Int == 0o700)
        try Data("x".utf8).write(to: URL(filePath: first + "/a.txt"))
        _ = files.makeFolder(now: time(nil) + 24 * 60 * 60 - 100)
        #expect(FileManager.default.fileExists(atPath: first + "/a.txt"))
        _ = files.makeFolder(now: time(nil) + 24 * 60 * 60 + 100)
        #expect(!FileManager.default.fileExists(atPath: first))
    }

    @Test("have no place without a home")
    func homeless() {
        #expect(OpenedFiles(environment: [:]) == nil)
        #expect(OpenedFiles(environment: ["HOME": "relative"]) == nil)
    }
}
