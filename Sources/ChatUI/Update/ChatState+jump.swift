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

    /// Goes to the message once it is known, and asks for older ones until it is.
    mutating func followJump(community: Int) -> [ChatEffect] {
        guard let jump = communities[community].jump else { return [] }
        guard community == current, let thread = shown, thread.id == jump.threadID else {
            communities[community].jump = nil
            return []
        }
        if let serial = thread.serial(ofMessage: jump.messageID) {
            communities[community].jump = nil
            here.threads[here.selected].selection = serial
            here.threads[here.selected].scroll = viewport.revealing(serial)
            return []
        }
        // The thread's first page may still be on its way.
        if thread.timeline.isEmpty || thread.loading.older { return [] }
        guard thread.canLoadOlder, jump.pagesLeft > 0 else {
            communities[community].jump = nil
            say("that message is too far back to be shown", isError: true)
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
}
