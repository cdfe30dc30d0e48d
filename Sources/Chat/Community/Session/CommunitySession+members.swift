import Community

// Members apart from threads, and the person's own account.
extension CommunitySession {
    /// The member meant by a name, wherever they were met; who was not is looked for in the lists of members.
    func member(called name: String) async throws -> Member {
        do throws(FailureReport) {
            return try NameMatch.member(name, among: conversation.members.everybody)
        } catch {
            try await meetEverybody()
            return try NameMatch.member(name, among: conversation.members.everybody)
        }
    }

    /// Loads the members of the workspace that is shown, and of some of the threads.
    private func meetEverybody() async throws {
        if let workspaceID = conversation.workspaceID {
            for member in try await workspaceMembers(workspaceID) { conversation.members.hear(of: member) }
        }
        for thread in conversation.shownThreads.filter(\.isJoined).prefix(10) { _ = try await members(of: thread.id) }
    }

    func showMember(_ name: String) async throws {
        let known = try await member(called: name)
        var member = Member(try await server.client.call(MemberEndpoints.Profile(memberId: known.id)))
        member.isBlocked = conversation.viewer.blocked.contains(member.id)
        queue.push([.member(member)])
    }

    func showProfile() async throws {
        let me = Member(try await server.client.call(MemberEndpoints.Me()))
        await signedIn(me)
        queue.push([.member(me)])
    }

    func updateProfile(_ name: String?, _ part: String?, _ status: String?) async throws {
        let body = UpdateProfileBody(name: name, part: part, statusMessage: status)
        let me = Member(try await server.client.call(MemberEndpoints.UpdateMe(body: body)))
        await signedIn(me)
        queue.push([.member(me), .notice("your profile is changed")])
    }

    func block(_ name: String, _ isBlocked: Bool) async throws {
        let member = try await member(called: name)
        if isBlocked {
            guard !conversation.viewer.isMe(member.id) else {
                throw FailureReport(.usage, "you can't block yourself")
            }
            _ = try await server.client.call(MemberEndpoints.Block(memberId: member.id))
        } else {
            _ = try await server.client.call(MemberEndpoints.Unblock(memberId: member.id))
        }
        apply(conversation.blocked(member.id, isBlocked))
        queue.push([.notice("\(ForeignText(member.name)) is \(isBlocked ? "blocked" : "not blocked any more")")])
    }
}

// MARK: Messages
extension CommunitySession {
    func report(_ messageID: String, in threadID: String, _ reason: String) async throws {
        guard let serverID = conversation.serverID(of: messageID, in: threadID) else {
            throw FailureReport(.usage, "the server does not have this message yet")
        }
        let body = ReportBody(reason: reason)
        _ = try await server.client.call(MessageEndpoints.Report(messageId: serverID, body: body))
        queue.push([.notice("the message was reported")])
    }

    func listNotifications() async throws {
        var query = NotificationsQuery(limit: 50)
        var page = try await server.client.call(NotificationEndpoints.List(query: query))
        // A page may be empty and not the last.
        for _ in 0..<OpenThread.barrenLimit where page.items.isEmpty && page.hasMore {
            guard let next = page.nextBefore, next != query.before else { break }
            query.before = next
            page = try await server.client.call(NotificationEndpoints.List(query: query))
        }
        queue.push([.notifications(page.items.map(ChatNotification.init))])
        guard let newest = page.items.first, page.items.contains(where: { $0.readAt == nil }) else { return }
        let body = ReadNotificationsBody(upTo: newest.notificationId)
        _ = try await server.client.call(NotificationEndpoints.MarkRead(body: body))
    }
}
