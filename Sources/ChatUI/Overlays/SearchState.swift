import Chat

/// A search over the screen: what is looked for, and what was found.
struct SearchState: Sendable, Equatable {
    /// The community it is of.
    let community: String
    /// The thread to look in; nil for all.
    let threadID: String?
    /// What is typed.
    var query = Composer()
    /// Whether what is typed is marked as from another time: what is typed next takes its place.
    var isMarked = false
    /// What was asked for last; nil before.
    private(set) var asked: String?
    private(set) var findings: SearchFindings?
    private(set) var selected = 0

    init(community: String, threadID: String? = nil, query: String = "") {
        self.community = community
        self.threadID = threadID
        self.query.replace(with: query)
    }

    /// Whether what is typed is what was asked for.
    var isAsked: Bool { asked == query.text.trimmed }

    var hits: [SearchFindings.Hit] { findings?.hits ?? [] }

    /// The hit that is chosen.
    var choice: SearchFindings.Hit? { hits.indices.contains(selected) ? hits[selected] : nil }

    /// Notes that what is typed is asked for now; nil when there is nothing to ask for.
    mutating func ask() -> ChatRequest? {
        isMarked = false
        let text = query.text.trimmed
        guard !text.isEmpty else { return nil }
        asked = text
        findings = nil
        selected = 0
        return .search(text, threadID: threadID)
    }

    /// Takes what was found so far; false when that was asked for by somebody else, or is too late. Whoever has chosen a
    /// hit stays at it.
    mutating func take(_ found: SearchFindings) -> Bool {
        guard found.query == asked else { return false }
        let chosen = selected == 0 ? nil : choice?.message
        findings = found
        let place = chosen.flatMap { chosen in
            found.hits.firstIndex { $0.message.id == chosen.id && $0.message.threadID == chosen.threadID }
        }
        selected = place ?? min(selected, max(0, found.hits.count - 1))
        return true
    }

    /// Takes text into the line, in place of one that is marked.
    mutating func insert(_ text: String) {
        if isMarked { query.replace(with: "") }
        isMarked = false
        _ = query.insert(text)
    }

    /// Changes the line as a key says; what deletes deletes all of what is marked.
    mutating func edit(_ command: KeyCommand) {
        defer { isMarked = false }
        let before = query
        guard query.edit(command) else {
            if command == .yank {
                if isMarked { query.replace(with: "") }
                _ = query.yank()
            }
            return
        }
        if isMarked, query.letters.count < before.letters.count { query.replace(with: "") }
    }

    /// Shows what was looked for another time.
    mutating func recall(_ text: String?) {
        guard let text else { return }
        query.replace(with: text)
        isMarked = false
    }

    /// It came to nothing.
    mutating func giveUp() {
        if findings == nil { asked = nil }
        findings?.isAskingServer = false
    }

    mutating func move(by distance: Int) {
        selected = min(max(0, selected + distance), max(0, hits.count - 1))
    }
}
