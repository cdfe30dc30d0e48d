/// Which versions of this program the server works with.
package struct VersionInfo: Sendable, Hashable {
    /// Below it there is no connection.
    package var minimum: String
    /// Below it the user is told.
    package var latest: String
    package var message: ServerText?

    package init(minimum: String, latest: String, message: ServerText? = nil) {
        self.minimum = minimum
        self.latest = latest
        self.message = message
    }
}

extension VersionInfo: Codable {
    private enum Key: String, CodingKey { case minimum, latest, message }

    package init(from decoder: any Decoder) throws {
        let fields = try WireReader<Key>(decoder)
        minimum = try fields.value(.minimum)
        latest = try fields.value(.latest)
        message = try fields.valueIfPresent(.message)
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = WireWriter<Key>(encoder)
        try fields.value(minimum, .minimum)
        try fields.value(latest, .latest)
        try fields.value(message, .message)
    }
}
