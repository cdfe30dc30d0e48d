import Chat
import Terminal

// Looking for messages.
extension ChatState {
    /// Opens the search, with what was found last where nothing is looked for yet.
    ///
    /// - Parameter threadID: the thread to look in; nil for all.
    mutating func openSearch(_ query: String? = nil, in threadID: String? = nil) -> [ChatEffect] {
        guard let query else {
            overlay = .search(here.lastSearch ?? SearchState(community: here.id))
            return []
        }
        var search = SearchState(community: here.id, threadID: threadID, query: query)
        let request = search.ask()
        overlay = .search(search)
        return request.map(ask) ?? []
    }

    mutating func press(_ key: Key, _ command: KeyCommand?, in search: SearchState) -> [ChatEffect] {
        var search = search
        let page = max(1, size.height - 6)
        switch (KeyLayer.search.command(for: key, command), key) {
        case (.close, _):
            closeSearch(search)
            return []
        case (.take, _):
            guard search.isAsked else {
                let request = search.ask()
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
        case (_, .character(let letter)): _ = search.query.insert(String(letter))
        // One line: the search has no other.
        case (_, .paste(let text)): _ = search.query.insert(String(text.trimmed.prefix { !$0.isNewline }))
        default:
            if command == .search {
                closeSearch(search)
                return []
            }
            if let command, !search.query.edit(command), command == .yank { _ = search.query.yank() }
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
            say("nothing has been found yet: / searches", isError: false)
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
