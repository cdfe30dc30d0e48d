/// A JSON value with placeholders in its texts. Values go in as values: none can end the text that it stands in.
package indirect enum JSONTemplate: Sendable, Hashable {
    case null
    case bool(Bool)
    /// A number, as it is written.
    case number(String)
    case text(TextTemplate)
    /// A placeholder's value as a number, where it is a whole one; else as a text. Written `"{room:number}"`.
    case numberOf(Placeholder)
    case array([JSONTemplate])
    case object([String: JSONTemplate])

    /// Reads the template of a text.
    package init(text: String, allowed: Set<Placeholder>) throws(TemplateError) {
        let ending = ":number}"
        if text.hasPrefix("{"), text.hasSuffix(ending) {
            let word = String(text.dropFirst().dropLast(ending.count))
            guard let placeholder = Placeholder(rawValue: word), allowed.contains(placeholder) else {
                throw TemplateError(unknown: word, allowed: allowed)
            }
            self = .numberOf(placeholder)
        } else {
            self = .text(try TextTemplate(text, allowed: allowed))
        }
    }

    /// The document, its members in the order of their names.
    package func json(_ values: TemplateValues) -> String {
        switch self {
        case .null: "null"
        case .bool(let flag): flag ? "true" : "false"
        case .number(let digits): digits
        case .text(let template): JSONObjectText.quoted(template.text(values))
        case .numberOf(let placeholder): JSONTemplate.number(values[placeholder] ?? "")
        case .array(let elements): "[" + elements.map { $0.json(values) }.joined(separator: ",") + "]"
        case .object(let members):
            "{"
                + members.sorted { $0.key < $1.key }
                .map { JSONObjectText.quoted($0.key) + ":" + $0.value.json(values) }.joined(separator: ",") + "}"
        }
    }

    private static func number(_ text: String) -> String {
        // RFC 8259 §6 knows no leading zeros; a number that would not come back as the same text is none.
        if let number = Int64(text), String(number) == text { return text }
        return JSONObjectText.quoted(text)
    }
}
