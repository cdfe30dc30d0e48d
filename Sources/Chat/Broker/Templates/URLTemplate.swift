import Transport

/// An address with placeholders: whole, or a path at the server's API. Values go in percent-encoded, so that none can
/// lead elsewhere; an item of the query whose placeholder has no value is left out.
package struct URLTemplate: Sendable, Hashable {
    private let place: TextTemplate
    private let query: [TextTemplate]

    /// Reads a template.
    package init(_ text: String, allowed: Set<Placeholder>) throws(TemplateError) {
        guard text.hasPrefix("/") || text.hasPrefix("https://") || text.hasPrefix("http://") else {
            throw TemplateError("must be a path such as /api/rooms, or begin with https:// or http://")
        }
        guard !text.unicodeScalars.contains(where: { $0.value <= 0x20 || $0.value >= 0x7F }) else {
            throw TemplateError("holds a blank or a character that must be percent-encoded")
        }
        let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        place = try TextTemplate(String(parts[0]), allowed: allowed)
        if case .placeholder? = place.parts.first { throw TemplateError("must not begin with a placeholder") }
        var query: [TextTemplate] = []
        for item in parts.count == 2 ? parts[1].split(separator: "&") : [] {
            query.append(try TextTemplate(String(item), allowed: allowed))
        }
        self.query = query
    }

    /// The placeholders in it.
    package var placeholders: Set<Placeholder> {
        query.reduce(into: place.placeholders) { $0.formUnion($1.placeholders) }
    }

    /// The address; `base` is the server's API, without a slash at its end.
    func url(base: String, _ values: TemplateValues) -> String {
        let items = query.filter { $0.placeholders.allSatisfy { values[$0] != nil } }
            .map { $0.text(values, escape: \.percentEncoded) }
        let path = place.text(values, escape: \.percentEncoded)
        return (path.hasPrefix("/") ? base + path : path) + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
    }
}
