/// The path of a route: literal parts, and `:name` for an identifier, which is a number above 0.
struct RoutePattern: Sendable {
    private enum Part: Sendable {
        case literal(String)
        case identifier(String)
    }

    let text: String
    private let parts: [Part]

    init(_ text: String) {
        self.text = text
        parts = Self.split(text).map { part in
            part.hasPrefix(":") ? .identifier(String(part.dropFirst())) : .literal(part)
        }
    }

    static func split(_ path: String) -> [String] {
        path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(String.init)
    }

    /// The identifiers in a path that fits.
    func match(_ path: [String]) -> [String: Int64]? {
        guard path.count == parts.count else { return nil }
        var identifiers: [String: Int64] = [:]
        for (part, text) in zip(parts, path) {
            switch part {
            case .literal(let literal):
                guard literal == text else { return nil }
            case .identifier(let name):
                // Only digits: `+1` and `007` name nothing.
                guard let id = Int64(text), id > 0, String(id) == text else { return nil }
                identifiers[name] = id
            }
        }
        return identifiers
    }
}
