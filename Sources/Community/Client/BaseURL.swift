package import Transport

/// Where a server's API is: an `http` or `https` URL, with a path in front of the API's own where a proxy wants one.
package struct BaseURL: Sendable, Hashable {
    /// The URL without a slash at its end.
    package let text: String
    /// Whom it names.
    package let origin: HTTPOrigin

    /// Reads a URL; nil for one of another kind, or with a query or fragment.
    package init?(_ text: String) {
        var text = text
        while text.hasSuffix("/") { text.removeLast() }
        guard let origin = HTTPOrigin(text), !text.contains("?"), !text.contains("#") else { return nil }
        self.text = text
        self.origin = origin
    }

    /// A URL from an answer, which may be absolute or begin at the server's root.
    func resolving(_ reference: String) -> String {
        if reference.contains("://") { return reference }
        if reference.hasPrefix("//") { return "\(origin.scheme):\(reference)" }
        let afterScheme = text.firstRange(of: "://")?.upperBound ?? text.startIndex
        let root = text[afterScheme...].firstIndex(of: "/").map { String(text[..<$0]) } ?? text
        return reference.hasPrefix("/") ? root + reference : text + "/" + reference
    }
}
