/// Whether a name is free.
package struct NameAvailability: Sendable, Hashable {
    package var available: Bool

    package init(available: Bool) {
        self.available = available
    }
}

extension NameAvailability: Codable {
    private enum Key: String, CodingKey { case available }

    package init(from decoder: any Decoder) throws {
        let fields = try WireReader<Key>(decoder)
        available = try fields.boolean(.available)
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = WireWriter<Key>(encoder)
        try fields.value(available, .available)
    }
}
