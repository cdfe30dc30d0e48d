import Community
import FoundationEssentials
import Testing

@testable import Chat

@Suite("A file from a server")
struct FilePathTests {
    @Test(
        "gets a name that stays in its folder and hides nothing",
        arguments: [
            ("report.pdf", "report.pdf"), ("../../etc/passwd", "passwd"), ("a\\b\\c.txt", "c.txt"), ("..", "file"),
            (".bashrc", "bashrc"), ("", "file"), ("x\u{1B}[31my", "x[31my"), ("photo\u{202E}gpj.exe", "photogpj.exe"),
            ("한글.txt", "한글.txt"),
        ]
    )
    func safeName(_ name: String, _ safe: String) {
        #expect(FilePath.safeName(name) == safe)
    }

    @Test("never takes the place of another")
    func noOverwriting() async throws {
        let folder = URL.temporaryDirectory.appending(path: "bobbin-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let file = ReceivedFile(name: "a.txt", bytes: Array("one".utf8))
        let path = try await file.save(to: folder)
        #expect(path == "\(folder)/a.txt")
        let failure = await #expect(throws: APIFailure.self) { try await file.save(to: folder) }
        #expect(failure?.sentence.contains("there is a file of this name") == true)
        #expect(try await file.save(to: "\(folder)/b.txt") == "\(folder)/b.txt")
        #expect(FileManager.default.contents(atPath: path) == Data("one".utf8))
    }
}
