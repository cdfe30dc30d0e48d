/// What every answer of the API is wrapped in.
package struct Envelope<Payload: Codable & Sendable>: Sendable {
    package var isSuccess: Bool
    /// The server's own code, for instance `COMMON200` or `AUTH401`.
    package var code: String
    /// A sentence for a person.
    package var message: ServerText
    /// The payload; nil where there is nothing to say and in every failure.
    package var result: Payload?
    /// How a failure wants to be shown; nil is a toast.
    package var displayType: DisplayType?

    package init(
        isSuccess: Bool,
        code: String,
        message: ServerText,
        result: Payload? = nil,
        displayType: DisplayType? = nil
    ) {
        self.isSuccess = isSuccess
        self.code = code
        self.message = message
        self.result = result
        self.displayType = displayType
    }
}

extension Envelope {
    /// An answer that went well.
    package static func success(_ result: Payload?, message: ServerText = "OK") -> Envelope {
        Envelope(isSuccess: true, code: "COMMON200", message: message, result: result)
    }
}

extension Envelope where Payload == NoResult {
    /// An answer that says why not.
    package static func failure(code: String, message: ServerText, display: DisplayType? = nil) -> Envelope {
        Envelope(isSuccess: false, code: code, message: message, displayType: display)
    }
}

private enum EnvelopeKey: String, CodingKey { case success, code, message, result, displayType }

extension Envelope: Codable {
    package init(from decoder: any Decoder) throws {
        let fields = try WireReader<EnvelopeKey>(decoder)
        isSuccess = try fields.boolean(.success)
        code = try fields.identifierIfPresent(.code) ?? ""
        message = try fields.valueIfPresent(.message) ?? ""
        displayType = try fields.valueIfPresent(.displayType)
        // A failure has no payload, whatever stands there.
        result = isSuccess ? try fields.valueIfPresent(.result) : nil
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = WireWriter<EnvelopeKey>(encoder)
        try fields.value(isSuccess, .success)
        try fields.value(code, .code)
        try fields.value(message, .message)
        try fields.value(result, .result)
        try fields.value(displayType, .displayType)
    }
}
