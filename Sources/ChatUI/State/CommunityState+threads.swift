import Chat

// Which threads there are, and their order.
extension CommunityState {
    /// Takes a thread in, or what is new about it, and keeps it in its place in the list.
    ///
    /// - Returns: its index.
    @discardableResult
    mutating func put(_ thread: ChatThread) -> Int {
        if let index = index(of: thread.id) {
            let isInPlace = threads[index].thread.rank == thread.rank
            threads[index].thread = thread
            if isInPlace { return index }
            let isSelected = index == selected
            return place(take(index), isSelected: isSelected)
        }
        let index = place(made(thread), isSelected: threads.isEmpty)
        emptyLobby()
        return index
    }

    /// All threads there are: others are gone.
    mutating func replaceThreads(_ list: [ChatThread]) {
        let shownID = shown?.id
        let wanted = Set(list.map(\.id))
        for thread in threads where !wanted.contains(thread.id) { keepDraft(of: thread) }
        var known = Dictionary(threads.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        threads = []
        for thread in list where index(of: thread.id) == nil {
            var state = known.removeValue(forKey: thread.id) ?? made(thread)
            state.thread = thread
            threads.append(state)
        }
        sort()
        selected = shownID.flatMap(index(of:)) ?? min(selected, max(0, threads.count - 1))
        emptyLobby()
    }

    mutating func remove(_ index: Int) {
        keepDraft(of: threads[index])
        threads.remove(at: index)
        if selected > index || selected == threads.count { selected = max(0, selected - 1) }
    }

    /// What was begun in a thread that goes comes back with it, and never in another one.
    private mutating func keepDraft(of thread: ThreadState) {
        if !thread.keptDraft.isEmpty { strayDrafts[thread.id] = thread.keptDraft }
    }

    /// A thread that was not here, with what had been begun in it.
    private mutating func made(_ thread: ChatThread) -> ThreadState {
        var state = ThreadState(thread)
        if let draft = strayDrafts.removeValue(forKey: thread.id) { state.restore(draft) }
        return state
    }

    /// What was written before there was a thread goes on in the first.
    mutating func emptyLobby() {
        guard !lobby.isEmpty, threads.indices.contains(selected) else { return }
        let written = ComposerDraft(letters: lobby.letters, cursor: lobby.cursor, target: nil)
        threads[selected].draft = threads[selected].draft.followed(by: written)
        lobby = Composer()
    }

    /// What was begun in a thread while the program was away, or given up there.
    mutating func restore(_ draft: ComposerDraft?, in threadID: String) {
        if threadID == CommunityState.lobbyID {
            restoreLobby(draft)
        } else if let index = index(of: threadID) {
            threads[index].restore(draft)
        } else {
            strayDrafts[threadID] = draft
        }
    }

    private mutating func take(_ index: Int) -> ThreadState {
        let thread = threads.remove(at: index)
        if selected > index { selected -= 1 }
        return thread
    }

    private mutating func place(_ thread: ThreadState, isSelected: Bool) -> Int {
        let rank = thread.thread.rank
        let index = threads.firstIndex { $0.thread.rank > rank } ?? threads.count
        threads.insert(thread, at: index)
        if isSelected { selected = index } else if selected >= index { selected += 1 }
        return index
    }

    // The standard library's sort keeps equal elements in order, but does not promise it.
    private mutating func sort() {
        let sorted = threads.enumerated().sorted {
            ($0.element.thread.rank, $0.offset) < ($1.element.thread.rank, $1.offset)
        }
        threads = sorted.map(\.element)
    }
}

/// The parts of a community's list of threads.
enum ThreadSection: Int, Comparable, Sendable, CaseIterable {
    case pinned, direct, threads, notJoined

    static func < (left: ThreadSection, right: ThreadSection) -> Bool { left.rawValue < right.rawValue }
}

/// Where a thread stands in the list.
struct ThreadRank: Comparable, Sendable {
    let section: ThreadSection
    let order: Int64

    static func < (left: ThreadRank, right: ThreadRank) -> Bool {
        (left.section, left.order) < (right.section, right.order)
    }
}

extension ChatThread {
    var section: ThreadSection {
        if isPinned { return .pinned }
        if isDirect { return .direct }
        return isJoined ? .threads : .notJoined
    }

    /// Without an order of its own it comes after those that were there before.
    var rank: ThreadRank { ThreadRank(section: section, order: order ?? .max) }
}
