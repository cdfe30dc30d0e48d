public import Stomp

/// Writes the messages a chat sends.
public struct MessageWriter: Sendable, Equatable {
    /// The form of the bodies.
    public enum Form: String, Sendable, CaseIterable {
        /// A JSON object with `id`, `sender`, `content` and `createdAt`.
        case json
        /// The text alone.
        case text
    }

    /// The header by which the client knows its own messages again when they come back.
    static let clientIDHeader = "client-message-id"

    /// The form of the bodies.
    public var form: Form
    /// The name others see.
    public var sender: String
    /// How a profile wants messages written.
    package var template = MessageTemplate()
    /// Who the person is, by the server's name for them; nil where that is not known.
    package var me: String?

    /// Makes a writer.
    public init(form: Form = .json, sender: String) {
        self.form = form
        self.sender = sender
    }

    /// The headers and the body of a message; `id` is a lower-case UUID, `time` in milliseconds since 1970, `room` the
    /// thread it is for.
    public func write(
        _ text: String,
        id: String,
        time: Int64,
        room: String = ""
    ) -> (headers: StompHeaders, body: [UInt8]) {
        let values = values(text, id: id, time: time, room: room)
        let (body, contentType) = template.body(values) ?? ownForm(text, id: id, time: time)
        return (template.add(to: headers(id, contentType: contentType), values), body)
    }

    private func ownForm(_ text: String, id: String, time: Int64) -> (bytes: [UInt8], contentType: String) {
        switch form {
        case .text:
            return (Array(text.utf8), template.contentType ?? "text/plain;charset=utf-8")
        case .json:
            let body = JSONObjectText([
                ("id", id), ("sender", sender), ("content", text), ("createdAt", MessageWriter.timeText(time)),
            ])
            return (Array(body.text.utf8), template.contentType ?? "application/json")
        }
    }

    /// What a template of a message can put in.
    func values(_ text: String, id: String, time: Int64, room: String) -> TemplateValues {
        TemplateValues([
            .room: room, .text: text, .uuid: id, .name: sender, .me: me ?? sender, .time: MessageWriter.timeText(time),
            .millis: String(time),
        ])
    }

    private func headers(_ id: String, contentType: String) -> StompHeaders {
        ["content-type": contentType, MessageWriter.clientIDHeader: id]
    }

    private static func timeText(_ time: Int64) -> String {
        let parts = CivilTime(millisecondsSince1970: time)
        func digits(_ number: Int, _ count: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
        }
        return "\(digits(parts.year, 4))-\(digits(parts.month, 2))-\(digits(parts.day, 2))"
            + "T\(digits(parts.hour, 2)):\(digits(parts.minute, 2)):\(digits(parts.second, 2))"
            + ".\(digits(parts.millisecond, 3))Z"
    }
}

/// A JSON object of strings, its members in the order given.
struct JSONObjectText {
    let text: String

    init(_ members: [(name: String, value: String)]) {
        text =
            "{"
            + members.map { "\(JSONObjectText.quoted($0.name)):\(JSONObjectText.quoted($0.value))" }.joined(
                separator: ","
            ) + "}"
    }

    // RFC 8259 §7: quotation mark, reverse solidus and what is below U+0020 must be escaped.
    static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            case ..<" ":
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
