package import Chat

/// A thread as a person names it: by identifier or by title, whatever its case, with or without `#`.
package struct ThreadName {
    private let name: String

    package init(_ typed: String) {
        name = typed.hasPrefix("#") && typed.count > 1 ? String(typed.dropFirst()) : typed
    }

    /// The name without what `bobbin threads` prints around it: the icon, and parentheses where it has not been joined.
    private var bare: String {
        let inner = name.hasPrefix("(") && name.hasSuffix(")") ? name.dropFirst().dropLast() : name[...]
        guard let blank = inner.firstIndex(of: " "),
            !inner[..<blank].contains(where: { $0.isLetter || $0.isASCII })
        else { return String(inner) }
        return String(inner[inner.index(after: blank)...])
    }

    /// Those with this title, or else those with it in another case.
    private static func threads(called name: String, among threads: [ChatThread]) -> [ChatThread] {
        let same = threads.filter { $0.title == name }
        return same.isEmpty ? threads.filter { $0.title.lowercased() == name.lowercased() } : same
    }

    /// The thread that is meant.
    package func thread(among threads: [ChatThread]) throws(FailureReport) -> ChatThread {
        if let exact = threads.first(where: { $0.id == name }) { return exact }
        let called = ThreadName.threads(called: name, among: threads)
        let alike = called.isEmpty ? ThreadName.threads(called: bare, among: threads) : called
        guard let found = alike.first else {
            let known = threads.prefix(10).map(\.title).joined(separator: ", ")
            throw FailureReport(
                .refused,
                "there is no thread called \(name)",
                remedy: threads.isEmpty ? "join one in the chat first" : "there are \(known)"
            )
        }
        guard alike.count == 1 else {
            let ids = alike.map(\.id).joined(separator: ", ")
            throw FailureReport(
                .usage,
                "several threads are called \(name)",
                remedy: "use one of their numbers: \(ids)"
            )
        }
        return found
    }
}
