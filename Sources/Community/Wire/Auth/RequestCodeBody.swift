/// Asks for a code by text message.
package struct RequestCodeBody: Sendable, Hashable {
    package var phoneNumber: String

    package init(phoneNumber: String) {
        self.phoneNumber = phoneNumber
    }
}

extension RequestCodeBody: Codable {
    private enum Key: String, CodingKey { case phoneNumber }

    package init(from decoder: any Decoder) throws {
        let fields = try WireReader<Key>(decoder)
        phoneNumber = try fields.value(.phoneNumber)
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = WireWriter<Key>(encoder)
        try fields.value(phoneNumber, .phoneNumber)
    }
}
