import Chat

/// What a person has folded in the list of threads, and what the panes have asked for.
struct PaneState: Sendable, Equatable {
    /// A section of one community's threads.
    struct Section: Sendable, Hashable {
        let community: String
        let section: ThreadSection
    }

    /// How many members a thread had when they were asked for.
    struct AskedMembers: Sendable, Equatable {
        let thread: ThreadName
        let count: Int?
    }

    var folded: Set<Section> = []
    var askedMembers: AskedMembers?
}

extension ChatState {
    func isFolded(_ section: ThreadSection, of community: Int) -> Bool {
        panes.folded.contains(PaneState.Section(community: communities[community].id, section: section))
    }

    /// Folds a section of the community on the screen, or unfolds it. The thread on the screen stays in sight.
    ///
    /// - Parameter section: nil for the one of the thread on the screen.
    mutating func fold(_ section: ThreadSection? = nil) {
        guard let section = section ?? shown?.thread.section else { return }
        fold(section, of: current)
    }

    mutating func fold(_ section: ThreadSection, of community: Int) {
        guard communities.indices.contains(community) else { return }
        let key = PaneState.Section(community: communities[community].id, section: section)
        if panes.folded.remove(key) == nil { panes.folded.insert(key) }
    }

    /// The members of the thread shown, where they have a place beside the messages and are not known yet.
    mutating func askForMembers() -> [ChatEffect] {
        guard reading.showsMembers, here.isCommunity, case .connected = here.link.status, let name = shownName,
            let thread = shown, thread.thread.isJoined, thread.ended == nil, Layout.membersWidth(self) > 0
        else { return [] }
        let wanted = PaneState.AskedMembers(thread: name, count: thread.thread.memberCount)
        guard panes.askedMembers != wanted else { return [] }
        panes.askedMembers = wanted
        return ask(.listMembers(threadID: thread.id))
    }
}
