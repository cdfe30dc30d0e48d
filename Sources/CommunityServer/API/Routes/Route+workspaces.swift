import Community

extension Route {
    private static let prefix = "/api/v1/workspaces"
    private static let one = "\(prefix)/:workspace"

    static let workspaces: [Route] = [
        .member("GET", prefix) { book, caller, _ in try book.workspaces(of: caller.member) },
        .member("POST", prefix) { book, caller, call in
            try book.createWorkspace(try call.body(), by: caller.member)
        },
        .member("GET", one) { book, caller, call in
            try book.workspaceView(call.id("workspace"), for: caller.member)
        },
        .member("PATCH", one) { book, caller, call in
            try book.updateWorkspace(call.id("workspace"), try call.body(), by: caller.member)
        },
        .member("DELETE", one) { book, caller, call in
            try book.deleteWorkspace(call.id("workspace"), by: caller.member)
        },
        .member("GET", "\(one)/members") { book, caller, call in
            try book.workspaceMembers(call.id("workspace"), try call.page(limit: 50), for: caller.member)
        },
        .member("POST", "\(one)/invite") { book, caller, call in
            try book.inviteToWorkspace(call.id("workspace"), try call.body(), by: caller.member)
        },
        .member("DELETE", "\(one)/members/:member") { book, caller, call in
            try book.removeFromWorkspace(call.id("member"), call.id("workspace"), by: caller.member)
        },
        .member("POST", "\(one)/handover") { book, caller, call in
            let other = try Identifier.read(try call.body(HandoverBody.self).memberId, "memberId")
            try book.handOverWorkspace(call.id("workspace"), to: other, by: caller.member)
        },
        .member("POST", "\(one)/leave") { book, caller, call in
            try book.leaveWorkspace(call.id("workspace"), by: caller.member)
        },
    ]
}
