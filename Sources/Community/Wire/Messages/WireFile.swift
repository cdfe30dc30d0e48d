/// A file that hangs on a message.
package struct WireFile: Sendable, Hashable {
    package var fileId: String
    package var fileName: String
    /// In bytes.
    package var fileSize: Int
    /// Absolute, or relative to the base URL.
    package var fileUrl: String

    package init(fileId: String, fileName: String, fileSize: Int = 0, fileUrl: String = "") {
        self.fileId = fileId
        self.fileName = fileName
        self.fileSize = fileSize
        self.fileUrl = fileUrl
    }
}

extension WireFile: Codable {
    private enum Key: String, CodingKey { case fileId, fileName, fileSize, fileUrl }

    package init(from decoder: any Decoder) throws {
        let fields = try WireReader<Key>(decoder)
        fileId = try fields.identifier(.fileId)
        fileName = try fields.value(.fileName)
        fileSize = try fields.countIfPresent(.fileSize) ?? 0
        fileUrl = try fields.valueIfPresent(.fileUrl) ?? ""
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = WireWriter<Key>(encoder)
        try fields.identifier(fileId, .fileId)
        try fields.value(fileName, .fileName)
        try fields.integer(fileSize, .fileSize)
        try fields.value(fileUrl, .fileUrl)
    }
}
