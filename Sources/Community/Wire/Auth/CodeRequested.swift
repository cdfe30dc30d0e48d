/// A code is on its way.
package struct CodeRequested: Sendable, Hashable {
    /// Seconds until it can't be used any more.
    package var expiresIn: Int

    package init(expiresIn: Int = 180) {
        self.expiresIn = expiresIn
    }
}

extension CodeRequested: Codable {
    private enum Key: String, CodingKey { case expiresIn }

    package init(from decoder: any Decoder) throws {
        let fields = try WireReader<Key>(decoder)
        expiresIn = try fields.integerIfPresent(.expiresIn) ?? 180
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = WireWriter<Key>(encoder)
        try fields.integer(expiresIn, .expiresIn)
    }
}
