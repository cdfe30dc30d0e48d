package import Chat

/// A thread as a person names it: by identifier or by title, whatever its case, with or without `#`.
package struct ThreadName {
    private let name: String

    package init(_ typed: String) {
        name = typed.hasPrefix("#") && typed.count > 1 ? String(typed.dropFirst()) : typed
    }

    /// The thread that is meant.
    package func thread(among threads: [ChatThread]) throws(FailureReport) -> ChatThread {
        if let exact = threads.first(where: { $0.id == name }) { return exact }
        let same = threads.filter { $0.title == name }
        let alike = same.isEmpty ? threads.filter { $0.title.lowercased() == name.lowercased() } : same
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
