/// Reports a message to the community's keepers.
package struct ReportBody: Sendable, Hashable {
    package var reason: String
    package var detail: String?

    package init(reason: String, detail: String? = nil) {
        self.reason = reason
        self.detail = detail
    }
}

extension ReportBody: Codable {
    private enum Key: String, CodingKey { case reason, detail }

    package init(from decoder: any Decoder) throws {
        let fields = try WireReader<Key>(decoder)
        reason = try fields.value(.reason)
        detail = try fields.valueIfPresent(.detail)
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = WireWriter<Key>(encoder)
        try fields.value(reason, .reason)
        try fields.value(detail, .detail)
    }
}
