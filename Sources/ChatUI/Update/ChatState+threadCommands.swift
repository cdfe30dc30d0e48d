import Chat

// Commands about the thread on the screen.
extension ChatState {
    mutating func runOnThread(_ command: SlashCommand) throws(CommandMistake) -> [ChatEffect] {
        switch command {
        case .join(let name): return try join(name)
        case .create(let title, let detail):
            here.awaited = .next
            return ask(.createThread(title: title, detail: detail, category: nil))
        case .direct(let name):
            here.awaited = .next
            return ask(.direct(name: name))
        case .leave: return try leave()
        default: break
        }
        let thread = try thread()
        let id = thread.id
        switch command {
        case .topic(let title, let detail): return ask(.updateThread(threadID: id, title: title, detail: detail))
        case .pin(let on): return ask(.pin(threadID: id, on ?? !thread.thread.isPinned))
        case .mute(let on): return ask(.mute(threadID: id, on ?? !thread.thread.isMuted))
        case .deleteThread:
            if let role = thread.thread.role, role != .owner {
                throw CommandMistake("only the owner of a thread deletes it; /leave takes you out of it")
            }
            return confirm("delete \(thread.thread.title) for everybody?", ask(.deleteThread(threadID: id)))
        case .invite(let names): return ask(.invite(threadID: id, names: names))
        case .kick(let name): return ask(.kick(threadID: id, name: name))
        case .role where thread.thread.role.map({ $0 != .owner }) ?? false:
            throw CommandMistake("only the owner of a thread gives roles")
        case .role(let name, .owner):
            let question = "give \(thread.thread.title) away to \(name)?"
            return confirm(question, ask(.changeRole(threadID: id, name: name, .owner)))
        case .role(let name, let role): return ask(.changeRole(threadID: id, name: name, role))
        case .members:
            here.awaitedLists.insert(.members)
            return ask(.listMembers(threadID: id))
        default: return []
        }
    }

    private mutating func join(_ name: String?) throws(CommandMistake) -> [ChatEffect] {
        guard let name else {
            guard let thread = shown, thread.ended != nil || !thread.thread.isJoined else {
                throw CommandMistake("/join needs an argument: /join \(threadWord)")
            }
            here.awaited = here.isCommunity ? .next : .destination(thread.id)
            return ask(.join(thread.id))
        }
        if !here.isCommunity, name.contains(where: \.isWhitespace) {
            throw CommandMistake("a destination has no blanks: /join DESTINATION")
        }
        if let index = index(ofThreadNamed: name) {
            let thread = here.threads[index]
            show(Place(community: current, thread: index))
            if thread.ended == nil, thread.thread.isJoined { return [] }
            here.awaited = here.isCommunity ? .next : .destination(thread.id)
            return ask(.join(thread.id))
        }
        here.awaited = here.isCommunity ? .next : .destination(name)
        return ask(.join(name))
    }

    /// A thread by its identifier or, where titles are names, its title.
    private func index(ofThreadNamed name: String) -> Int? {
        if let index = here.index(of: name) { return index }
        guard here.isCommunity else { return nil }
        let title = name.hasPrefix("#") ? String(name.dropFirst()) : name
        let fitting = here.threads.indices.filter {
            here.threads[$0].thread.title.lowercased() == title.lowercased()
        }
        // Of several that are called so the session asks which.
        return fitting.count == 1 ? fitting[0] : nil
    }

    private mutating func leave() throws(CommandMistake) -> [ChatEffect] {
        guard let thread = shown else { throw CommandMistake("there is no thread to leave") }
        guard thread.ended == nil else {
            here.remove(here.selected)
            return []
        }
        guard thread.thread.isJoined else { throw CommandMistake("you are not in this thread") }
        return ask(.leave(threadID: thread.id))
    }
}
