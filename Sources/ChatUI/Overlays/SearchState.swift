import Chat

/// A search over the screen: what is looked for, and what was found.
struct SearchState: Sendable, Equatable {
    /// The community it is of.
    let community: String
    /// The thread to look in; nil for all.
    let threadID: String?
    /// What is typed.
    var query = Composer()
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

    /// It came to nothing.
    mutating func giveUp() {
        if findings == nil { asked = nil }
        findings?.isAskingServer = false
    }

    mutating func move(by distance: Int) {
        selected = min(max(0, selected + distance), max(0, hits.count - 1))
    }
}
