import Foundation
import Synchronization
import TestSupport
import Testing
import Transport

@testable import Community

@Suite("Sending a file to a server", .timeLimit(.minutes(10)))
struct UploadCallTests {
    @discardableResult
    private func withFile<Result>(
        _ name: String,
        _ bytes: [UInt8],
        _ body: (String) async throws -> Result
    ) async throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "bobbin-upload-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: name).path
        try Data(bytes).write(to: URL(filePath: path))
        return try await body(path)
    }

    private func realClient(_ base: String) throws -> APIClient {
        var settings = TransportSettings()
        settings.proxy = ""
        return try .scripted(try CurlHTTPClient(settings: settings), base: base)
    }

    @Test("A file is announced, then its bytes go where the ticket says")
    func upload() async throws {
        let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let server = try ScriptedHTTPServer { request in
            request.method == "POST"
                ? .json(
                    #"{"success": true, "code": "COMMON200", "message": "", "result": {"fileId": 12, "uploadUrl": "/up/12?sig=x", "headers": {"X-Sig": "s"}}}"#
                )
                : .response(204)
        }
        let client = try realClient(server.url + "/prefix/")
        let last = Mutex<HTTPProgress?>(nil)
        let fileId = try await withFile("고양이.PNG", bytes) { path in
            let file = try await FileToSend(path: path)
            #expect(file.isImage)
            return try await client.upload(file) { step in last.withLock { $0 = step } }
        }
        #expect(fileId == "12")
        #expect(server.requests.map(\.target) == ["/prefix/api/v1/files", "/up/12?sig=x"])
        #expect(
            server.requests[0].text == #"{"contentType":"image/png","fileName":"고양이.PNG","fileSize":100000}"#
        )
        #expect(server.requests[1].body == bytes)
        #expect(server.requests[1].headers["x-sig"] == "s")
        #expect(last.withLock { $0 } == HTTPProgress(sentBytes: 100_000, totalBytes: 100_000))
    }

    @Test("A file is not sent where it would go unprotected")
    func unsafeTarget() async throws {
        let http = ScriptedHTTP { _ in .success(#"{"fileId": 1, "uploadUrl": "http://other.example/up"}"#) }
        let client = try APIClient.scripted(http)
        try await withFile("a.txt", [1]) { path in
            let file = try await FileToSend(path: path)
            await #expect(throws: APIFailure.self) { try await client.upload(file) }
        }
        #expect(http.requests.count == 1)
    }

    @Test("Empty files, folders and files that are too large are refused before anything is asked")
    func limits() async throws {
        await #expect(throws: APIFailure.self) { try await FileToSend(path: "/nonexistent") }
        await #expect(throws: APIFailure.file(path: "/tmp", detail: "it is not a regular file")) {
            try await FileToSend(path: "/tmp")
        }
        try await withFile("empty", []) { path in
            await #expect(throws: APIFailure.file(path: path, detail: "it is empty")) {
                try await FileToSend(path: path)
            }
        }
        try await withFile("large", [1]) { path in
            truncate(path, off_t(MessageLimits.fileBytes))
            let largest = try await FileToSend(path: path)
            #expect(largest.size == MessageLimits.fileBytes)
            truncate(path, off_t(MessageLimits.fileBytes + 1))
            await #expect(throws: APIFailure.file(path: path, detail: "it is larger than 50 MiB")) {
                try await FileToSend(path: path)
            }
        }
    }
}
