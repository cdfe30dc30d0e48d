import Chat

// Going to a message that a search or a notification names.
extension ChatState {
    mutating func jump(community: Int, threadID: String?, messageID: String?) -> [ChatEffect] {
        guard let threadID, let index = communities[community].index(of: threadID) else {
            say("that thread is not in the list", isError: true)
            return []
        }
        show(Place(community: community, thread: index))
        guard let messageID else { return [] }
        communities[community].jump = Jump(threadID: threadID, messageID: messageID)
        return followJump(community: community)
    }

    /// Goes to a mention of the person: where one is unread in another thread, else the one above in this thread.
    mutating func goToMention() -> [ChatEffect] {
        let places = places
        let index = places.firstIndex(of: place) ?? 0
        let order = places.dropFirst(index + 1) + places.prefix(index)
        if let next = order.first(where: { hasMention($0) && unread(at: $0) > 0 }), let thread = next.thread {
            show(next)
            communities[current].jump = Jump(threadID: here.threads[thread].id, messageID: nil, pagesLeft: 5)
            return followJump(community: current)
        }
        guard let thread = shown, let serial = thread.mention(above: thread.selection) else {
            say("no mention is unread; /mentions lists all", isError: false)
            return []
        }
        here.threads[here.selected].selection = serial
        here.threads[here.selected].scroll = viewport.revealing(serial)
        return []
    }

    /// Goes to the message once it is known, and asks for older ones until it is.
    mutating func followJump(community: Int) -> [ChatEffect] {
        guard let jump = communities[community].jump else { return [] }
        guard community == current, let thread = shown, thread.id == jump.threadID else {
            communities[community].jump = nil
            return []
        }
        if let serial = jump.messageID.map(thread.serial(ofMessage:)) ?? thread.newestMention {
            communities[community].jump = nil
            here.threads[here.selected].selection = serial
            here.threads[here.selected].scroll = viewport.revealing(serial)
            return []
        }
        // The thread's first page may still be on its way.
        if thread.timeline.isEmpty || thread.loading.older { return [] }
        guard thread.canLoadOlder, jump.pagesLeft > 0 else {
            communities[community].jump = nil
            say(
                jump.messageID == nil
                    ? "the mention is too far back to be shown; /mentions lists all"
                    : "that message is too far back to be shown",
                isError: true
            )
            return []
        }
        communities[community].jump?.pagesLeft -= 1
        here.threads[here.selected].loading.older = true
        return ask(.loadOlder(threadID: thread.id))
    }
}

extension ThreadState {
    /// The place of a message, by the server's identifier or its own.
    func serial(ofMessage id: String) -> Int? { timeline.serial(ofMessage: id) }

    /// The newest mention of the person, above an entry.
    func mention(above serial: Int? = nil) -> Int? {
        let first = timeline.firstSerial
        return (first..<max(first, min(serial ?? .max, timeline.endSerial))).last { isMention($0) }
    }

    /// The first mention of what is new; without anything new the newest.
    var newestMention: Int? {
        guard case .at(let serial) = newLine else { return mention() }
        let first = max(serial, timeline.firstSerial)
        return (first..<max(first, timeline.endSerial)).first { isMention($0) } ?? mention()
    }

    private func isMention(_ serial: Int) -> Bool {
        timeline.message(serial).map { $0.mentionsMe && !$0.isDeleted && !$0.isBlocked } ?? false
    }
}
