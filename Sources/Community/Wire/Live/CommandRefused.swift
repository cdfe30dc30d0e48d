/// The body of the error queue: a command was refused, and the session stays open.
package struct CommandRefused: Sendable, Hashable {
    package var commandId: String?
    package var clientMessageId: String?
    /// As in HTTP; 429 is the rate limit.
    package var status: Int
    package var code: String
    package var message: ServerText
    package var retryable: Bool

    package init(
        commandId: String? = nil,
        clientMessageId: String? = nil,
        status: Int,
        code: String = "",
        message: ServerText = "",
        retryable: Bool = false
    ) {
        self.commandId = commandId
        self.clientMessageId = clientMessageId
        self.status = status
        self.code = code
        self.message = message
        self.retryable = retryable
    }
}

extension CommandRefused: Codable {
    private enum Key: String, CodingKey { case commandId, clientMessageId, status, code, message, retryable }

    package init(from decoder: any Decoder) throws {
        let fields = try WireReader<Key>(decoder)
        commandId = try fields.identifierIfPresent(.commandId)
        clientMessageId = try fields.identifierIfPresent(.clientMessageId)
        status = try fields.integer(.status)
        code = try fields.valueIfPresent(.code) ?? ""
        message = try fields.valueIfPresent(.message) ?? ""
        retryable = try fields.booleanIfPresent(.retryable) ?? false
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = WireWriter<Key>(encoder)
        try fields.value(commandId, .commandId)
        try fields.value(clientMessageId, .clientMessageId)
        try fields.integer(status, .status)
        try fields.value(code, .code)
        try fields.value(message, .message)
        try fields.value(retryable, .retryable)
    }
}
