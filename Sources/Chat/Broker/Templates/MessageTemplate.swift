import Stomp

/// How a profile wants the messages written that it sends.
package struct MessageTemplate: Sendable, Equatable {
    /// A header of SEND.
    package struct Header: Sendable, Equatable {
        package var name: String
        package var value: TextTemplate

        package init(name: String, value: TextTemplate) {
            self.name = name
            self.value = value
        }
    }

    /// The body: JSON, or a text as it is where the template is one; nil for the client's own form.
    package var body: JSONTemplate?
    package var headers: [Header]
    /// Nil for the one that fits the body.
    package var contentType: String?

    package init(body: JSONTemplate? = nil, headers: [Header] = [], contentType: String? = nil) {
        self.body = body
        self.headers = headers
        self.contentType = contentType
    }

    /// The body and its content-type; nil where the client's own form is wanted.
    func body(_ values: TemplateValues) -> (bytes: [UInt8], contentType: String)? {
        switch body {
        case nil: nil
        case .text(let template): (Array(template.text(values).utf8), contentType ?? "text/plain;charset=utf-8")
        case let template?: (Array(template.json(values).utf8), contentType ?? "application/json")
        }
    }

    /// Puts its headers behind others, in place of those of the same name.
    func add(to headers: StompHeaders, _ values: TemplateValues) -> StompHeaders {
        let own = self.headers.map { StompHeaders.Entry(name: $0.name, value: $0.value.text(values)) }
        let names = Set(own.map(\.name))
        return StompHeaders(headers.entries.filter { !names.contains($0.name) } + own)
    }
}
