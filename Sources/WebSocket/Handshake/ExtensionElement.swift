/// One element of `Sec-WebSocket-Extensions` (RFC 6455 §9.1).
struct ExtensionElement: Sendable, Equatable {
    struct Parameter: Sendable, Equatable {
        var name: String
        var value: String?
    }

    var name: String
    var parameters: [Parameter]

    /// Reads one element; nil when it does not follow the grammar.
    init?(_ text: String) {
        var parts = HTTPSyntax.split(text, at: ";")
        name = parts.removeFirst()
        parameters = []
        guard !name.isEmpty, name.utf8.allSatisfy(HTTPSyntax.isToken) else { return nil }
        for part in parts {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = HTTPSyntax.trim(pair[0])
            guard !name.isEmpty, name.utf8.allSatisfy(HTTPSyntax.isToken) else { return nil }
            guard pair.count == 2 else {
                parameters.append(Parameter(name: name))
                continue
            }
            // RFC 6455 §9.1: a quoted value must be a token once unquoted.
            guard let value = HTTPSyntax.unquote(HTTPSyntax.trim(pair[1])), !value.isEmpty,
                value.utf8.allSatisfy(HTTPSyntax.isToken)
            else { return nil }
            parameters.append(Parameter(name: name, value: value))
        }
    }
}
