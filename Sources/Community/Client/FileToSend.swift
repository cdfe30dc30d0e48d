import Glibc
import Transport

/// A file that was looked at and may be sent.
package struct FileToSend: Sendable, Equatable {
    package let path: String
    /// The last part of the path.
    package let name: String
    /// In bytes.
    package let size: Int
    package let contentType: String

    /// Looks at a file: it must be regular, readable, not empty and at most 50 MiB.
    package init(path: String) async throws(APIFailure) {
        let size = try await BlockingWork.run(name: "bobbin-file") { () throws(APIFailure) in
            try Self.size(path)
        }
        self.path = path
        self.size = size
        name = path.split(separator: "/").last.map(String.init) ?? path
        contentType = Self.contentType(name)
    }

    /// Whether it counts against the limit of images.
    package var isImage: Bool { contentType.hasPrefix("image/") }

    private static func size(_ path: String) throws(APIFailure) -> Int {
        var status = stat()
        guard stat(path, &status) == 0 else { throw .file(path: path, detail: systemErrorText(errno)) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .file(path: path, detail: "it is not a regular file") }
        guard access(path, R_OK) == 0 else { throw .file(path: path, detail: systemErrorText(errno)) }
        let size = Int(status.st_size)
        guard size > 0 else { throw .file(path: path, detail: "it is empty") }
        guard size <= MessageLimits.fileBytes else {
            throw .file(path: path, detail: "it is larger than \(MessageLimits.fileBytes / 1024 / 1024) MiB")
        }
        return size
    }

    private static func contentType(_ name: String) -> String {
        let ending = name.split(separator: ".").dropFirst().last.map { $0.lowercased() } ?? ""
        return types[ending] ?? "application/octet-stream"
    }

    private static let types = [
        "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp",
        "heic": "image/heic", "svg": "image/svg+xml", "pdf": "application/pdf", "txt": "text/plain",
        "log": "text/plain",
        "md": "text/markdown", "csv": "text/csv", "json": "application/json", "zip": "application/zip",
        "gz": "application/gzip", "mp3": "audio/mpeg", "mp4": "video/mp4",
    ]
}
