/// Where the bytes of an announced file go.
package struct UploadTicket: Sendable, Hashable {
    /// What a message names the file by.
    package var fileId: String
    /// Absolute, or relative to the base URL.
    package var uploadUrl: String
    /// Headers to send with the bytes.
    package var headers: [String: String]

    package init(fileId: String, uploadUrl: String, headers: [String: String] = [:]) {
        self.fileId = fileId
        self.uploadUrl = uploadUrl
        self.headers = headers
    }
}

extension UploadTicket: Codable {
    private enum Key: String, CodingKey { case fileId, uploadUrl, headers }

    package init(from decoder: any Decoder) throws {
        let fields = try WireReader<Key>(decoder)
        fileId = try fields.identifier(.fileId)
        uploadUrl = try fields.value(.uploadUrl)
        headers = try fields.valueIfPresent(.headers) ?? [:]
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = WireWriter<Key>(encoder)
        try fields.identifier(fileId, .fileId)
        try fields.value(uploadUrl, .uploadUrl)
        try fields.value(headers, .headers)
    }
}
