import ChatStore

/// What a search finds in the store and at the server, each message once, newest first.
struct FoundMessages {
    private(set) var known: Set<String> = []
    var findings: SearchFindings

    init(_ query: String) {
        findings = SearchFindings(query: query)
    }

    /// What the store found.
    mutating func take(_ result: SearchResult, seenBy viewer: Viewer) {
        for hit in result.hits {
            var message = ChatMessage(hit.message)
            message.threadID = hit.threadID
            message.isBlocked = message.senderID.map(viewer.blocked.contains) ?? false
            add(SearchFindings.Hit(message: message, snippet: hit.snippet, matches: hit.matches))
        }
        findings.hasMore = result.hasMore
        findings.isIncomplete = result.isIncomplete || result.isBehind
    }

    /// What the server found, which knows nothing of whom and when.
    mutating func take(_ page: (messages: [ChatMessage], hasMore: Bool), matching text: SearchText, limit: Int) {
        for message in page.messages where text.admits(message) {
            let snippet = Snippet(of: message.text, words: text.words)
            add(SearchFindings.Hit(message: message, snippet: snippet.text, matches: snippet.matches))
        }
        findings.hits.sort { ($0.message.time, $0.message.id) > ($1.message.time, $1.message.id) }
        findings.hasMore = findings.hasMore || page.hasMore
    }

    private mutating func add(_ hit: SearchFindings.Hit) {
        guard known.insert("\(hit.message.threadID ?? "") \(hit.message.serverID ?? "")").inserted else { return }
        findings.hits.append(hit)
    }
}

extension SearchText {
    /// Whether a message is by the sender and of the time that is looked for.
    func admits(_ message: ChatMessage) -> Bool {
        if let sender, !(message.sender ?? "").lowercased().contains(sender.lowercased()) { return false }
        if let after, message.time < after { return false }
        if let before, message.time >= before { return false }
        return !message.isDeleted
    }
}
