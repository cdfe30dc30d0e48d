import Community

extension Route {
    private static let prefix = "/api/v1/community/threads"
    private static let one = "\(prefix)/:thread"

    static let threads: [Route] = [
        .member("GET", prefix) { book, caller, call in
            let request = ThreadListRequest(
                filter: try ThreadListRequest.Filter(call.query("filter") ?? "all"),
                page: try call.page(limit: 20),
                search: call.query("q"),
                workspace: try call.identifier("workspaceId")
            )
            return try book.threadPage(request, for: caller.member)
        },
        .member("POST", prefix) { book, caller, call in
            try book.createThread(try call.body(), by: caller.member)
        },
        .member("GET", one) { book, caller, call in try book.threadView(call.id("thread"), for: caller.member) },
        .member("PATCH", one) { book, caller, call in
            try book.updateThread(call.id("thread"), try call.body(), by: caller.member)
        },
        .member("DELETE", one) { book, caller, call in
            try book.deleteThread(call.id("thread"), by: caller.member)
        },
        .member("POST", "\(one)/pin") { book, caller, call in
            try book.setPinned(true, call.id("thread"), by: caller.member)
        },
        .member("DELETE", "\(one)/pin") { book, caller, call in
            try book.setPinned(false, call.id("thread"), by: caller.member)
        },
        .member("POST", "\(one)/mute") { book, caller, call in
            try book.setMuted(true, call.id("thread"), by: caller.member)
        },
        .member("DELETE", "\(one)/mute") { book, caller, call in
            try book.setMuted(false, call.id("thread"), by: caller.member)
        },
        .member("POST", "/api/v1/community/direct") { book, caller, call in
            let other = try Identifier.read(try call.body(DirectBody.self).memberId, "memberId")
            return try book.openDirect(with: other, by: caller.member)
        },
    ]

    static let threadMembers: [Route] = [
        .member("GET", "\(one)/members") { book, caller, call in
            try book.threadMembers(call.id("thread"), try call.page(limit: 50), for: caller.member)
        },
        .member("GET", "\(one)/invitable") { book, caller, call in
            try book.invitable(call.id("thread"), try call.page(limit: 50), for: caller.member)
        },
        .member("POST", "\(one)/invite") { book, caller, call in
            let members = try book.invitees(try call.body(InviteBody.self).memberIds)
            try book.invite(members, to: call.id("thread"), by: caller.member)
        },
        .member("DELETE", "\(one)/members/:member") { book, caller, call in
            try book.kick(call.id("member"), from: call.id("thread"), by: caller.member)
        },
        .member("PATCH", "\(one)/members/:member/role") { book, caller, call in
            let role = try call.body(RoleName.self).role
            try book.giveRole(role, to: call.id("member"), in: call.id("thread"), by: caller.member)
        },
        .member("POST", "\(one)/join") { book, caller, call in
            try book.join(call.id("thread"), by: caller.member)
        },
        .member("POST", "\(one)/leave") { book, caller, call in
            try book.leave(call.id("thread"), by: caller.member)
        },
    ]

    static let messages: [Route] = [
        .member("GET", "\(one)/messages") { book, caller, call in
            try book.page(of: call.id("thread"), try call.backwardPage(), for: caller.member)
        },
        .member("POST", "/api/v1/community/messages/:message/report") { book, caller, call in
            try book.report(call.id("message"), try call.body(), by: caller.member)
        },
        Route(
            method: "GET",
            pattern: RoutePattern("/api/v1/community/search"),
            access: .member,
            rate: .search
        ) { service, call in try .success(try await service.search(call)) },
    ]
}

/// A role as a request names it: one that is not known is refused, where reading an answer falls back.
private struct RoleName: Decodable, Sendable {
    let role: MemberRole

    private enum Key: String, CodingKey { case role }

    init(from decoder: any Decoder) throws {
        let name = try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .role)
        guard let role = MemberRole(rawValue: name) else {
            throw WireFault(path: "role", problem: .unreadable(expected: "OWNER, ADMIN or MEMBER"))
        }
        self.role = role
    }
}
