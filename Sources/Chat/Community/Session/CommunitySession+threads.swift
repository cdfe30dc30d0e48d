import Community

// Threads: joining, making, changing them, and who is in them.
extension CommunitySession {
    func join(_ name: String) async throws {
        var thread = try NameMatch.thread(name, among: conversation.threads.all)
        if thread == nil { thread = try await searched(name) }
        if let thread, thread.isJoined, conversation.threads[thread.id] != nil {
            return queue.push([.joined(conversation.threads[thread.id]?.shown ?? thread)])
        }
        // A share link ends with the identifier.
        let id = thread?.id ?? FilePath.name(of: name)
        _ = try await server.client.call(ThreadEndpoints.Join(threadId: id))
        try await show(try await server.client.call(ThreadEndpoints.Get(threadId: id)))
    }

    /// The thread of this title or identifier that the server knows; nil when a search finds none.
    private func searched(_ name: String) async throws -> ChatThread? {
        var query = ThreadListQuery(search: name, workspaceId: conversation.workspaceID)
        var found: [ChatThread] = []
        for _ in 0..<ThreadListLoad.pageLimit {
            let page = try await server.client.call(ThreadEndpoints.List(query: query))
            found += (page.pinned + page.threads).map(ChatThread.init)
            // A page may be empty and not the last.
            guard let next = page.nextOffset, next > query.offset else { break }
            query.offset = next
        }
        return try NameMatch.thread(name, among: found)
    }

    /// A thread that the person has just come to.
    private func show(_ thread: WireThread) async throws {
        apply(conversation.received(thread))
        guard let shown = conversation.threads[thread.threadId]?.shown else { return }
        queue.push([.joined(shown)])
    }

    func leave(_ threadID: String) async throws {
        conversation.parting.insert(threadID)
        defer { conversation.parting.remove(threadID) }
        apply(conversation.flushed(threadID))
        _ = try await server.client.call(ThreadEndpoints.Leave(threadId: threadID))
        let title = conversation.title(of: threadID)
        apply(conversation.removed(threadID, reason: nil))
        queue.push([.notice("you have left \(title)")])
    }

    func create(_ title: String, _ detail: String, _ category: String?) async throws {
        let body = CreateThreadBody(
            title: title,
            description: detail,
            category: try category.map(threadCategory) ?? .free,
            workspaceId: conversation.workspaceID
        )
        try await show(try await server.client.call(ThreadEndpoints.Create(body: body)))
    }

    private func threadCategory(_ name: String) throws -> ThreadCategory {
        if let category = ThreadCategory(rawValue: name.uppercased()) { return category }
        let names = ThreadCategory.allCases.map { $0.rawValue.lowercased() }.joined(separator: ", ")
        throw FailureReport(.usage, "there is no category \(ForeignText(name))", remedy: "choose of \(names)")
    }

    func update(_ threadID: String, _ title: String?, _ detail: String?) async throws {
        let body = UpdateThreadBody(title: title, description: detail)
        _ = try await server.client.call(ThreadEndpoints.Update(threadId: threadID, body: body))
        apply(
            conversation.change(threadID) { thread in
                thread.title = title ?? thread.title
                thread.detail = detail ?? thread.detail
            }
        )
        let change =
            title.map { "the thread is called \(ForeignText($0)) now" } ?? "what the thread is about is changed"
        queue.push([.notice(change)])
    }

    func delete(_ threadID: String) async throws {
        conversation.parting.insert(threadID)
        defer { conversation.parting.remove(threadID) }
        _ = try await server.client.call(ThreadEndpoints.Delete(threadId: threadID))
        let title = conversation.title(of: threadID)
        apply(conversation.removed(threadID, reason: nil))
        queue.push([.notice("\(title) is deleted")])
    }

    func pin(_ threadID: String, _ isPinned: Bool) async throws {
        if isPinned {
            _ = try await server.client.call(ThreadEndpoints.Pin(threadId: threadID))
        } else {
            _ = try await server.client.call(ThreadEndpoints.Unpin(threadId: threadID))
        }
        apply(conversation.change(threadID) { $0.isPinned = isPinned })
        tell(threadID, isPinned ? "is pinned" : "is not pinned any more")
    }

    func mute(_ threadID: String, _ isMuted: Bool) async throws {
        if isMuted {
            _ = try await server.client.call(ThreadEndpoints.Mute(threadId: threadID))
        } else {
            _ = try await server.client.call(ThreadEndpoints.Unmute(threadId: threadID))
        }
        apply(conversation.change(threadID) { $0.isMuted = isMuted })
        tell(threadID, isMuted ? "is muted" : "is not muted any more")
    }

    /// Confirms what was done with a thread.
    private func tell(_ threadID: String, _ words: String) {
        queue.push([.notice("\(conversation.title(of: threadID)) \(words)")])
    }
}

// MARK: Members of a thread
extension CommunitySession {
    func listMembers(of threadID: String) async throws {
        conversation.members.forgetList(of: threadID)
        queue.push([.members(threadID: threadID, try await members(of: threadID))])
    }

    func invite(_ names: [String], to threadID: String) async throws {
        let client = server.client
        let invitable = try await allMembers { page throws(APIFailure) in
            try await client.call(ThreadEndpoints.Invitable(threadId: threadID, query: page))
        }
        let invited = try distinct(names, among: invitable)
        let body = InviteBody(memberIds: invited.map(\.id))
        _ = try await server.client.call(ThreadEndpoints.Invite(threadId: threadID, body: body))
        conversation.members.forgetList(of: threadID)
        queue.push([.notice("invited " + invited.map { ForeignText($0.name).description }.joined(separator: ", "))])
    }

    /// The members meant, each once, as many as the contract allows.
    func distinct(_ names: [String], among members: [Member]) throws(FailureReport) -> [Member] {
        var found: [Member] = []
        for name in names {
            let member = try NameMatch.member(name, among: members)
            if !found.contains(where: { $0.id == member.id }) { found.append(member) }
        }
        guard !found.isEmpty else { throw FailureReport(.usage, "name somebody to invite") }
        guard found.count <= MessageLimits.invitedMembers else {
            throw FailureReport(.usage, "\(MessageLimits.invitedMembers) members can be invited at once")
        }
        return found
    }

    func kick(_ name: String, from threadID: String) async throws {
        let member = try NameMatch.member(name, among: try await members(of: threadID))
        _ = try await server.client.call(ThreadEndpoints.Kick(threadId: threadID, memberId: member.id))
        conversation.members.forgetList(of: threadID)
        queue.push([.notice("removed \(ForeignText(member.name))")])
    }

    func changeRole(of name: String, in threadID: String, to role: Member.Role) async throws {
        let member = try NameMatch.member(name, among: try await members(of: threadID))
        let body = RoleBody(role: role.wire)
        _ = try await server.client.call(ThreadEndpoints.SetRole(threadId: threadID, memberId: member.id, body: body))
        conversation.members.forgetList(of: threadID)
        queue.push([.notice("\(ForeignText(member.name)) is now \(role.words)")])
        // Giving away the ownership changes the person's own role.
        apply(conversation.loadThread(threadID))
    }

    func openDirect(with name: String) async throws {
        let member = try await member(called: name)
        try await show(try await server.client.call(ThreadEndpoints.OpenDirect(body: DirectBody(memberId: member.id))))
    }
}

extension Member.Role {
    /// With its article.
    var words: String {
        switch self {
        case .owner: "the owner"
        case .admin: "an administrator"
        case .member: "a member"
        }
    }
}
