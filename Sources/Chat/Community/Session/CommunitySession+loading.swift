import Community

// Calls that the conversation asked for.
extension CommunitySession {
    func load(_ request: ThreadListLoad.Request) async {
        let query = ThreadListQuery(
            offset: request.offset,
            limit: ThreadListLoad.pageSize,
            workspaceId: request.workspaceID
        )
        do throws(APIFailure) {
            let page = try await server.client.call(ThreadEndpoints.List(query: query))
            hasListFailed = false
            apply(conversation.received(page, to: request))
        } catch {
            // It is tried again and again, and told once.
            if !hasListFailed { report(error) }
            hasListFailed = true
            apply(conversation.listFailed(request))
        }
    }

    func loadThread(_ id: String) async {
        do throws(APIFailure) {
            apply(conversation.received(try await server.client.call(ThreadEndpoints.Get(threadId: id))))
        } catch {
            apply(conversation.threadFailed(id, isGone: error.isAbsence))
            if case .signInNeeded = error { report(error) }
        }
    }

    func load(_ load: HistoryLoad) async {
        let query = MessagesQuery(before: load.before, limit: conversation.terms.pageSize)
        do throws(APIFailure) {
            let page = try await server.client.call(MessageEndpoints.List(threadId: load.threadID, query: query))
            apply(conversation.loaded(page, for: load))
        } catch {
            let isQuiet = conversation.isQuiet(load)
            apply(conversation.loadFailed(load))
            if isQuiet, error.display == .toast { return }
            report(error)
        }
    }

    func loadWorkspaces() async {
        do throws(APIFailure) {
            let list = try await server.client.call(WorkspaceEndpoints.List())
            apply(
                list.items.isEmpty
                    ? conversation.hasNoWorkspaces() : conversation.listed(list.items.map(Workspace.init))
            )
        } catch {
            if error.isAbsence { apply(conversation.hasNoWorkspaces()) } else { log(error.sentence) }
        }
    }

    /// Everybody in a thread, from the server unless that is known.
    func members(of threadID: String) async throws(APIFailure) -> [Member] {
        if let known = conversation.members.list(of: threadID) { return known }
        let client = server.client
        let members = try await allMembers { page throws(APIFailure) in
            try await client.call(ThreadEndpoints.Members(threadId: threadID, query: page))
        }
        conversation.members.put(members, in: threadID)
        apply(conversation.keptMembers(members))
        return members
    }

    /// All pages of a list of members, 2,000 members at most.
    func allMembers(
        _ page: (PageQuery) async throws(APIFailure) -> MemberPage
    ) async throws(APIFailure) -> [Member] {
        var members: [Member] = []
        var offset = 0
        for _ in 0..<20 {
            let answer = try await page(PageQuery(offset: offset, limit: 100))
            members += answer.items.map(Member.init)
            guard let next = answer.nextOffset, next > offset else { break }
            offset = next
        }
        for index in members.indices {
            members[index].isBlocked = conversation.viewer.blocked.contains(members[index].id)
        }
        return members
    }
}

extension APIFailure {
    /// The server has no such thing, or none that we may see.
    var isAbsence: Bool {
        if case .refused(let refusal) = self { return [403, 404, 410].contains(refusal.status) }
        if case .unreadable(_, let status) = self { return status == 404 }
        return false
    }
}
