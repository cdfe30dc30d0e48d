import Chat
import Terminal

// Looking for messages.
extension ChatState {
    /// Opens the search, with what was found last where nothing is looked for yet: its words are marked, and go when
    /// others are typed.
    ///
    /// - Parameter threadID: the thread to look in; nil for all.
    mutating func openSearch(_ query: String? = nil, in threadID: String? = nil) -> [ChatEffect] {
        guard let query else {
            var search = here.lastSearch ?? SearchState(community: here.id)
            search.isMarked = !search.query.isEmpty
            overlay = .search(search)
            return []
        }
        var search = SearchState(community: here.id, threadID: threadID, query: query)
        searches.add(query.trimmed)
        let request = search.ask()
        overlay = .search(search)
        return request.map(ask) ?? []
    }

    mutating func press(_ key: Key, _ command: KeyCommand?, in search: SearchState) -> [ChatEffect] {
        var search = search
        let page = max(1, size.height - 6)
        if command == .historyOlder || command == .historyNewer {
            let now = search.query.text
            search.recall(command == .historyOlder ? searches.older(than: now) : searches.newer(than: now))
            overlay = .search(search)
            return []
        }
        switch (KeyLayer.search.command(for: key, command), key) {
        case (.close, _):
            closeSearch(search)
            return []
        case (.take, _):
            guard search.isAsked else {
                let request = search.ask()
                searches.add(search.query.text.trimmed)
                overlay = .search(search)
                return request.map { [.request($0, community: search.community)] } ?? []
            }
            guard let hit = search.choice else { break }
            closeSearch(search)
            return go(to: hit, of: search)
        case (.up, _): search.move(by: -1)
        case (.down, _): search.move(by: 1)
        case (.pageUp, _): search.move(by: -page)
        case (.pageDown, _): search.move(by: page)
        case (_, .mouse(let event)): search.move(by: event.wheelSteps)
        case (_, .character(let letter)): search.insert(String(letter))
        // One line: the search has no other.
        case (_, .paste(let text)): search.insert(String(text.trimmed.prefix { !$0.isNewline }))
        default:
            switch command {
            case .search:
                closeSearch(search)
                return []
            case .previousThread: search.move(by: -1)
            case .nextThread: search.move(by: 1)
            case let command?: search.edit(command)
            case nil: break
            }
        }
        overlay = .search(search)
        return []
    }

    /// What was found is there when the search is opened again.
    private mutating func closeSearch(_ search: SearchState) {
        overlay = nil
        guard let community = index(ofCommunity: search.community) else { return }
        communities[community].lastSearch = search
    }

    /// Goes to the next of what was found last.
    mutating func nextFound() -> [ChatEffect] {
        guard var search = here.lastSearch, !search.hits.isEmpty else {
            let key = keyMap.labelForSelection(.search).map { ": \($0.text) searches" } ?? ""
            say("nothing has been found yet\(key)", isError: false)
            return []
        }
        guard search.selected + 1 < search.hits.count else {
            say("that was the last that was found", isError: false)
            return []
        }
        search.move(by: 1)
        here.lastSearch = search
        return search.choice.map { go(to: $0, of: search) } ?? []
    }

    private mutating func go(to hit: SearchFindings.Hit, of search: SearchState) -> [ChatEffect] {
        guard let community = index(ofCommunity: search.community) else { return [] }
        let message = hit.message
        return jump(
            community: community,
            threadID: message.threadID ?? search.threadID,
            messageID: message.serverID ?? message.id
        )
    }

    /// Something was found.
    mutating func take(_ findings: SearchFindings, community: Int) {
        if case .search(var search) = overlay, search.community == communities[community].id {
            if search.take(findings) {
                overlay = .search(search)
                retireToast()
            }
        } else {
            _ = communities[community].lastSearch?.take(findings)
        }
    }

    /// Something asked for has failed, perhaps the search.
    mutating func giveUpSearch(community: Int) {
        communities[community].lastSearch?.giveUp()
        guard case .search(var search) = overlay, search.community == communities[community].id else { return }
        search.giveUp()
        overlay = .search(search)
    }
}
