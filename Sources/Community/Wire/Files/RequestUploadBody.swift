/// Announces a file before its bytes are sent.
package struct RequestUploadBody: Sendable, Hashable {
    package var fileName: String
    /// In bytes.
    package var fileSize: Int
    package var contentType: String

    package init(fileName: String, fileSize: Int, contentType: String) {
        self.fileName = fileName
        self.fileSize = fileSize
        self.contentType = contentType
    }
}

extension RequestUploadBody: Codable {
    private enum Key: String, CodingKey { case fileName, fileSize, contentType }

    package init(from decoder: any Decoder) throws {
        let fields = try WireReader<Key>(decoder)
        fileName = try fields.value(.fileName)
        fileSize = try fields.integer(.fileSize)
        contentType = try fields.value(.contentType)
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = WireWriter<Key>(encoder)
        try fields.value(fileName, .fileName)
        try fields.integer(fileSize, .fileSize)
        try fields.value(contentType, .contentType)
    }
}
