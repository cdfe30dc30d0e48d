/// RFC 6749 §5.2: why no token was granted.
package struct OAuthRefusal: Sendable, Hashable {
    /// A code: `authorization_pending`, `invalid_grant`, ...
    package var error: String
    package var errorDescription: String?

    package init(error: String, errorDescription: String? = nil) {
        self.error = error
        self.errorDescription = errorDescription
    }
}

extension OAuthRefusal: Codable {
    private enum Key: String, CodingKey {
        case error
        case errorDescription = "error_description"
    }

    package init(from decoder: any Decoder) throws {
        let fields = try WireReader<Key>(decoder)
        error = try fields.value(.error)
        errorDescription = try fields.valueIfPresent(.errorDescription)
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = WireWriter<Key>(encoder)
        try fields.value(error, .error)
        try fields.value(errorDescription, .errorDescription)
    }
}
