import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Transport

@Suite("Sending files", .timeLimit(.minutes(10)))
struct UploadTests {
    private func withFile<Result>(_ bytes: [UInt8], _ body: (String) async throws -> Result) async throws -> Result {
        let path = FileManager.default.temporaryDirectory.appending(path: "bobbin-upload-\(UUID().uuidString)").path
        try Data(bytes).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try await body(path)
    }

    @Test("A file arrives whole, and the progress ends with all of it")
    func whole() async throws {
        let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let server = try ScriptedHTTPServer { _ in .response(200) }
        let client = try CurlHTTPClient(settings: settings())
        let steps = Mutex<[HTTPProgress]>([])
        try await withFile(bytes) { path in
            let request = HTTPRequest(.put, server.url, headers: ["Content-Type": "image/png"], body: .file(path: path))
            let response = try await client.send(request) { step in steps.withLock { $0.append(step) } }
            #expect(response.status == 200)
        }
        let seen = try #require(server.requests.first)
        #expect(seen.body == bytes)
        #expect(seen.method == "PUT")
        #expect(seen.headers["content-type"] == "image/png")
        let counts = steps.withLock { $0 }.map(\.sentBytes)
        #expect(counts == counts.sorted())
        #expect(steps.withLock { $0.last } == HTTPProgress(sentBytes: bytes.count, totalBytes: bytes.count))
    }

    @Test("An empty file is sent as one")
    func empty() async throws {
        let server = try ScriptedHTTPServer { _ in .response(200) }
        let client = try CurlHTTPClient(settings: settings())
        try await withFile([]) { path in
            _ = try await client.send(HTTPRequest(.put, server.url, body: .file(path: path)))
        }
        #expect(server.requests.first?.headers["content-length"] == "0")
    }

    @Test(
        "What is no regular file is refused before anything is sent",
        arguments: ["/dev/zero", "/", "/nonexistent/file"]
    )
    func notAFile(path: String) async throws {
        let server = try ScriptedHTTPServer { _ in .response(200) }
        let client = try CurlHTTPClient(settings: settings())
        await #expect { try await client.send(HTTPRequest(.put, server.url, body: .file(path: path))) } throws: {
            error in
            if case HTTPError.unreadableFile(path, _) = error { true } else { false }
        }
        #expect(server.connectionCount == 0)
    }
}
