/// Trades a refresh token, which is dead afterwards.
package struct RefreshBody: Sendable, Hashable {
    package var refreshToken: Secret

    package init(refreshToken: Secret) {
        self.refreshToken = refreshToken
    }
}

extension RefreshBody: Codable {
    private enum Key: String, CodingKey { case refreshToken }

    package init(from decoder: any Decoder) throws {
        let fields = try WireReader<Key>(decoder)
        refreshToken = try fields.value(.refreshToken)
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = WireWriter<Key>(encoder)
        try fields.value(refreshToken, .refreshToken)
    }
}
