import Community
import CommunityServer
import Testing

/// Who is refused what. Ann owns the threads, Ben is a member of them, Adm an administrator; Out is in none of them.
@Suite("Authorization")
struct RefusalTests {
    enum Who: String, CaseIterable, CustomTestStringConvertible {
        case owner, admin, member, outsider
        var testDescription: String { rawValue }
    }

    private struct Scene {
        var community: TestCommunity
        var people: [Who: Person]
        /// Open to all; `closed` is by invitation.
        var open: Int64
        var closed: Int64
        var direct: Int64
        var message: Int64
        var closedMessage: Int64
        var workspace: Int64

        func person(_ who: Who) -> Person {
            guard let person = people[who] else { preconditionFailure("all four are in the scene") }
            return person
        }
    }

    private func scene() async throws -> Scene {
        let community = try await TestCommunity()
        let owner = try await community.signUp("Ann")
        let admin = try await community.signUp("Adm")
        let member = try await community.signUp("Ben")
        let outsider = try await community.signUp("Out")
        let open = try await community.thread("Open", by: owner)
        for person in [admin, member] {
            _ = try await community.call(ThreadEndpoints.Join(threadId: String(open)), as: person)
        }
        let closed = try await community.thread("Closed", by: owner, with: [admin, member])
        for thread in [open, closed] {
            let role = ThreadEndpoints.SetRole(
                threadId: String(thread),
                memberId: admin.wireID,
                body: RoleBody(role: .admin)
            )
            _ = try await community.call(role, as: owner)
        }
        let direct = try await community.call(
            ThreadEndpoints.OpenDirect(body: DirectBody(memberId: member.wireID)),
            as: owner
        )
        let message = try await community.send("in the open", to: open, by: owner)
        let closedMessage = try await community.send("behind closed doors", to: closed, by: owner)
        let workspace = try await community.call(
            WorkspaceEndpoints.Create(body: CreateWorkspaceBody(name: "Work")),
            as: owner
        )
        let invite = WorkspaceEndpoints.Invite(
            workspaceId: workspace.workspaceId,
            body: .members([admin.wireID, member.wireID])
        )
        _ = try await community.call(invite, as: owner)
        return Scene(
            community: community,
            people: [.owner: owner, .admin: admin, .member: member, .outsider: outsider],
            open: open,
            closed: closed,
            direct: try #require(Int64(direct.threadId)),
            message: message,
            closedMessage: closedMessage,
            workspace: try #require(Int64(workspace.workspaceId))
        )
    }

    // MARK: Without a token

    @Test("Every call but those that sign in needs a token")
    func withoutToken() async throws {
        let community = try await TestCommunity()
        let open: Set<String> = [
            "/api/v1/auth/signup", "/api/v1/auth/login", "/api/v1/auth/code/request", "/api/v1/auth/code/verify",
            "/api/v1/auth/code/login", "/api/v1/auth/refresh", "/api/v1/auth/logout", "/api/v1/auth/name-check",
            "/api/v1/app/version", "/oauth/device_authorization", "/oauth/token", "/oauth/authorize", "/device",
        ]
        var asked = 0
        for (method, path) in CommunityService.calls where !open.contains(path) {
            let concrete = path.split(separator: "/").map { $0.hasPrefix(":") ? "1" : String($0) }
            let request = APIRequest(method: method, path: "/" + concrete.joined(separator: "/"))
            let response = await community.service.answer(request)
            // An upload is opened by its ticket, which is missing here too.
            #expect(response.status == (method == "PUT" ? 404 : 401), "\(method) \(path)")
            asked += 1
        }
        #expect(asked > 40)
    }

    // MARK: REST

    private enum Place: String {
        case open, closed, direct
    }

    private struct Row {
        var what: String
        /// The status each gets, in the order owner, admin, member, outsider.
        var statuses: [Int]
        var call: @Sendable (Scene) -> any APIEndpoint

        init(_ what: String, _ statuses: [Int], _ call: @escaping @Sendable (Scene) -> any APIEndpoint) {
            self.what = what
            self.statuses = statuses
            self.call = call
        }
    }

    private static let rows: [Row] = [
        Row("see an open thread", [200, 200, 200, 200]) { ThreadEndpoints.Get(threadId: String($0.open)) },
        Row("see a closed thread", [200, 200, 200, 404]) { ThreadEndpoints.Get(threadId: String($0.closed)) },
        Row("see a direct thread", [200, 404, 200, 404]) { ThreadEndpoints.Get(threadId: String($0.direct)) },
        Row("read an open thread", [200, 200, 200, 403]) { MessageEndpoints.List(threadId: String($0.open)) },
        Row("read a closed thread", [200, 200, 200, 404]) { MessageEndpoints.List(threadId: String($0.closed)) },
        Row("read a direct thread", [200, 404, 200, 404]) { MessageEndpoints.List(threadId: String($0.direct)) },
        Row("list the members of an open thread", [200, 200, 200, 403]) {
            ThreadEndpoints.Members(threadId: String($0.open))
        },
        Row("list the members of a closed thread", [200, 200, 200, 404]) {
            ThreadEndpoints.Members(threadId: String($0.closed))
        },
        Row("list who could be invited", [200, 200, 200, 404]) {
            ThreadEndpoints.Invitable(threadId: String($0.closed))
        },
        Row("change a thread", [200, 200, 403, 403]) {
            ThreadEndpoints.Update(threadId: String($0.open), body: UpdateThreadBody(title: "New"))
        },
        Row("change a closed thread", [200, 200, 403, 404]) {
            ThreadEndpoints.Update(threadId: String($0.closed), body: UpdateThreadBody(title: "New"))
        },
        Row("change a direct thread", [409, 404, 409, 404]) {
            ThreadEndpoints.Update(threadId: String($0.direct), body: UpdateThreadBody(title: "New"))
        },
        Row("delete a thread", [200, 403, 403, 403]) { ThreadEndpoints.Delete(threadId: String($0.open)) },
        Row("delete a closed thread", [200, 403, 403, 404]) { ThreadEndpoints.Delete(threadId: String($0.closed)) },
        Row("delete a direct thread", [409, 404, 409, 404]) { ThreadEndpoints.Delete(threadId: String($0.direct)) },
        Row("pin a thread", [200, 200, 200, 404]) { ThreadEndpoints.Pin(threadId: String($0.closed)) },
        Row("unpin a thread", [200, 200, 200, 403]) { ThreadEndpoints.Unpin(threadId: String($0.open)) },
        Row("mute a thread", [200, 200, 200, 404]) { ThreadEndpoints.Mute(threadId: String($0.closed)) },
        Row("unmute a thread", [200, 200, 200, 403]) { ThreadEndpoints.Unmute(threadId: String($0.open)) },
        Row("invite to an open thread", [200, 200, 200, 403]) { scene in
            ThreadEndpoints.Invite(
                threadId: String(scene.open),
                body: InviteBody(memberIds: [scene.person(.outsider).wireID])
            )
        },
        Row("invite to a closed thread", [200, 200, 403, 404]) { scene in
            ThreadEndpoints.Invite(
                threadId: String(scene.closed),
                body: InviteBody(memberIds: [scene.person(.outsider).wireID])
            )
        },
        Row("invite to a direct thread", [409, 404, 409, 404]) { scene in
            ThreadEndpoints.Invite(
                threadId: String(scene.direct),
                body: InviteBody(memberIds: [scene.person(.outsider).wireID])
            )
        },
        Row("send a member away", [200, 200, 409, 404]) { scene in
            ThreadEndpoints.Kick(threadId: String(scene.closed), memberId: scene.person(.member).wireID)
        },
        Row("send an administrator away", [200, 409, 403, 404]) { scene in
            ThreadEndpoints.Kick(threadId: String(scene.closed), memberId: scene.person(.admin).wireID)
        },
        Row("send the owner away", [409, 403, 403, 404]) { scene in
            ThreadEndpoints.Kick(threadId: String(scene.closed), memberId: scene.person(.owner).wireID)
        },
        Row("give a role", [200, 403, 403, 404]) { scene in
            ThreadEndpoints.SetRole(
                threadId: String(scene.closed),
                memberId: scene.person(.member).wireID,
                body: RoleBody(role: .admin)
            )
        },
        Row("join an open thread", [200, 200, 200, 200]) { ThreadEndpoints.Join(threadId: String($0.open)) },
        Row("join a closed thread", [200, 200, 200, 404]) { ThreadEndpoints.Join(threadId: String($0.closed)) },
        Row("join a direct thread", [200, 404, 200, 404]) { ThreadEndpoints.Join(threadId: String($0.direct)) },
        Row("leave a thread", [409, 200, 200, 404]) { ThreadEndpoints.Leave(threadId: String($0.closed)) },
        Row("leave a direct thread", [409, 404, 409, 404]) { ThreadEndpoints.Leave(threadId: String($0.direct)) },
        Row("report a message", [200, 200, 200, 404]) {
            MessageEndpoints.Report(messageId: String($0.closedMessage), body: ReportBody(reason: "spam"))
        },
        Row("search a thread", [200, 200, 200, 404]) {
            SearchEndpoints.Messages(query: SearchQuery(text: "doors", threadId: String($0.closed)))
        },
        Row("see a workspace", [200, 200, 200, 404]) { WorkspaceEndpoints.Get(workspaceId: String($0.workspace)) },
        Row("list a workspace's threads", [200, 200, 200, 404]) {
            ThreadEndpoints.List(query: ThreadListQuery(workspaceId: String($0.workspace)))
        },
        Row("make a thread in a workspace", [200, 200, 200, 404]) {
            ThreadEndpoints.Create(body: CreateThreadBody(title: "x", workspaceId: String($0.workspace)))
        },
        Row("change a workspace", [200, 403, 403, 404]) {
            WorkspaceEndpoints.Update(workspaceId: String($0.workspace), body: UpdateWorkspaceBody(name: "New"))
        },
        Row("delete a workspace", [200, 403, 403, 404]) {
            WorkspaceEndpoints.Delete(workspaceId: String($0.workspace))
        },
        Row("list a workspace's members", [200, 200, 200, 404]) {
            WorkspaceEndpoints.Members(workspaceId: String($0.workspace))
        },
        Row("invite to a workspace", [200, 403, 403, 404]) { scene in
            WorkspaceEndpoints.Invite(
                workspaceId: String(scene.workspace),
                body: .members([scene.person(.outsider).wireID])
            )
        },
        Row("send somebody away from a workspace", [200, 403, 409, 404]) { scene in
            WorkspaceEndpoints.Remove(
                workspaceId: String(scene.workspace),
                memberId: scene.person(.member).wireID
            )
        },
        Row("hand a workspace over", [200, 403, 403, 404]) { scene in
            WorkspaceEndpoints.HandOver(
                workspaceId: String(scene.workspace),
                body: HandoverBody(memberId: scene.person(.admin).wireID)
            )
        },
        Row("leave a workspace", [409, 200, 200, 404]) { WorkspaceEndpoints.Leave(workspaceId: String($0.workspace)) },
    ]

    @Test("Each call is refused to those who may not make it, and to nobody else", arguments: Array(rows.indices))
    func rest(index: Int) async throws {
        let row = Self.rows[index]
        for (who, status) in zip(Who.allCases, row.statuses) {
            let scene = try await scene()
            let response = try await answer(row.call(scene), as: scene.person(who), in: scene.community)
            #expect(response.status == status, "\(who.rawValue): \(row.what)")
            if status != 200 {
                let envelope = try WireJSON.read(Envelope<NoResult>.self, from: response.bytes).value
                #expect(!envelope.isSuccess)
                #expect(!envelope.message.text.isEmpty)
            }
        }
    }

    private func answer(_ call: some APIEndpoint, as person: Person, in community: TestCommunity) async throws
        -> APIResponse
    {
        try await community.answer(to: call, as: person)
    }

    // MARK: Commands

    private struct Command {
        var what: String
        var statuses: [Int?]
        var place: Place
        var action: @Sendable (Scene) -> CommandDestination.Action
        var body: String = "{}"
    }

    private static let commands: [Command] = [
        Command(
            what: "write to an open thread",
            statuses: [nil, nil, nil, 403],
            place: .open,
            action: { _ in .send },
            body: #"{"clientMessageId":"0b0a3c1e-6f4e-4c2f-9d7b-2a1c5e8f9a10","content":"x"}"#
        ),
        Command(
            what: "write to a closed thread",
            statuses: [nil, nil, nil, 404],
            place: .closed,
            action: { _ in .send },
            body: #"{"clientMessageId":"0b0a3c1e-6f4e-4c2f-9d7b-2a1c5e8f9a10","content":"x"}"#
        ),
        Command(
            what: "write to a direct thread",
            statuses: [nil, 404, nil, 404],
            place: .direct,
            action: { _ in .send },
            body: #"{"clientMessageId":"0b0a3c1e-6f4e-4c2f-9d7b-2a1c5e8f9a10","content":"x"}"#
        ),
        Command(
            what: "move a watermark",
            statuses: [nil, nil, nil, 404],
            place: .closed,
            action: { _ in .read },
            body: #"{"lastReadMessageId":1}"#
        ),
        Command(what: "type", statuses: [nil, nil, nil, 403], place: .open, action: { _ in .typing }),
        Command(
            what: "react",
            statuses: [nil, nil, nil, 404],
            place: .closed,
            action: { .addReaction(messageId: String($0.closedMessage)) },
            body: #"{"emoji":"👍"}"#
        ),
        Command(
            what: "take a reaction away",
            statuses: [nil, nil, nil, 403],
            place: .open,
            action: { .removeReaction(messageId: String($0.message)) },
            body: #"{"emoji":"👍"}"#
        ),
        Command(
            what: "react by way of another thread",
            statuses: [404, 404, 404, 403],
            place: .open,
            action: { .addReaction(messageId: String($0.closedMessage)) },
            body: #"{"emoji":"👍"}"#
        ),
        Command(
            what: "edit the owner's message",
            statuses: [nil, 403, 403, 404],
            place: .closed,
            action: { .edit(messageId: String($0.closedMessage)) },
            body: #"{"content":"x"}"#
        ),
        Command(
            what: "delete the owner's message",
            statuses: [nil, nil, 403, 404],
            place: .closed,
            action: { .delete(messageId: String($0.closedMessage)) }
        ),
        Command(
            what: "delete by way of another thread",
            statuses: [404, 404, 404, 403],
            place: .open,
            action: { .delete(messageId: String($0.closedMessage)) }
        ),
    ]

    @Test("Each command is refused to those who may not give it", arguments: Array(commands.indices))
    func live(index: Int) async throws {
        let command = Self.commands[index]
        for (who, status) in zip(Who.allCases, command.statuses) {
            let scene = try await scene()
            let thread =
                switch command.place {
                case .open: scene.open
                case .closed: scene.closed
                case .direct: scene.direct
                }
            let refusal = try await scene.community.commandRefusal {
                try await scene.community.perform(
                    command.action(scene),
                    in: thread,
                    raw: Array(command.body.utf8),
                    by: scene.person(who)
                )
            }
            #expect(refusal?.status == status, "\(who.rawValue): \(command.what)")
            #expect(refusal?.retryable != true)
        }
    }

    // MARK: Forms of calls

    @Test(
        "An unknown path is 404, another method 405 with those allowed, an identifier that is no number 404",
        arguments: [
            ("GET", "/api/v1/nothing", 404), ("GET", "/", 404), ("PUT", "/api/v1/community/threads", 405),
            ("DELETE", "/api/v1/auth/login", 405), ("GET", "/api/v1/community/threads/abc", 404),
            ("GET", "/api/v1/community/threads/0", 404), ("GET", "/api/v1/community/threads/1/", 404),
            ("GET", "/api/v1/community/threads/99999999999999999999", 404),
        ]
    )
    func routes(method: String, path: String, status: Int) async throws {
        let community = try await TestCommunity()
        let response = await community.service.answer(APIRequest(method: method, path: path))
        #expect(response.status == status)
        #expect(Refused(response).message.isEmpty == false)
        #expect((response.header("Allow") != nil) == (status == 405))
    }

    @Test(
        "A bad body or query is refused by the name of the field",
        arguments: [
            ("POST", "/api/v1/community/threads", "", "{", "the body"),
            ("POST", "/api/v1/community/threads", "", #"{"description":"x"}"#, "title"),
            ("POST", "/api/v1/community/threads", "", #"{"title":" "}"#, "title"),
            ("POST", "/api/v1/community/threads", "", #"{"title":"x","memberIds":[{}]}"#, "memberIds[0]"),
            ("POST", "/api/v1/community/threads", "", #"{"title":"x","memberIds":[1,1]}"#, "memberIds"),
            ("GET", "/api/v1/community/threads", "limit=0", "", "limit"),
            ("GET", "/api/v1/community/threads", "offset=-1", "", "offset"),
            ("GET", "/api/v1/community/threads", "offset=x", "", "offset"),
            ("GET", "/api/v1/community/threads", "filter=nonsense", "", "filter"),
            ("GET", "/api/v1/notifications", "before=x", "", "before"),
            ("GET", "/api/v1/community/search", "q=", "", "q"),
            ("POST", "/api/v1/notifications/read", "", "{}", "upTo"),
            ("POST", "/api/v1/community/direct", "", #"{"memberId":"x"}"#, "memberId"),
        ]
    )
    func badInput(method: String, path: String, query: String, body: String, field: String) async throws {
        let community = try await TestCommunity()
        let ann = try await community.signUp("Ann")
        let request = APIRequest(
            method: method,
            path: path,
            query: FormText.read(query.utf8).map { ($0.name, $0.value) },
            headers: ["authorization": "Bearer \(ann.token)"],
            body: Array(body.utf8)
        )
        let refusal = Refused(await community.service.answer(request))
        #expect(refusal.status == 400)
        #expect(refusal.message.hasPrefix(field), "\(refusal.message)")
    }

    @Test("A body beyond the limit is refused unread")
    func tooLarge() async throws {
        let community = try await TestCommunity()
        let body = [UInt8](repeating: 0x20, count: CommunityService.bodyLimit + 1)
        let response = await community.service.answer(
            APIRequest(method: "POST", path: "/api/v1/auth/login", body: body)
        )
        #expect(response.status == 413)
    }

    @Test("Every integer of an answer is a string")
    func integersAreStrings() async throws {
        let community = try await TestCommunity()
        let ann = try await community.signUp("Ann")
        let thread = try await community.thread(by: ann)
        let text = try await community.answer(to: ThreadEndpoints.Get(threadId: String(thread)), as: ann).text
        #expect(text.contains(#""threadId":"\#(thread)""#))
        #expect(text.contains(#""memberCount":"1""#))
        #expect(text.contains(#""code":"COMMON200""#))
    }

    @Test("Who asks too often is told when to come back")
    func callLimit() async throws {
        let community = try await TestCommunity { $0.callsAtOnce = 5 }
        let ann = try await community.signUp("Ann")
        for _ in 1...5 { _ = try await community.call(MemberEndpoints.Me(), as: ann) }
        let refusal = try await community.refusal(MemberEndpoints.Me(), as: ann)
        #expect(refusal?.status == 429)
        #expect(refusal?.response.header("Retry-After") == "1")
        community.advance(by: .milliseconds(20))
        _ = try await community.call(MemberEndpoints.Me(), as: ann)
    }

    @Test("After the end calls and commands answer 503 and may be tried again")
    func closed() async throws {
        let community = try await TestCommunity()
        let ann = try await community.signUp("Ann")
        await community.service.close()
        #expect(try await community.refusal(MemberEndpoints.Me(), as: ann)?.status == 503)
        let refusal = try await community.commandRefusal {
            try await community.perform(.typing, in: 1, by: ann)
        }
        #expect(refusal?.status == 503)
        #expect(refusal?.retryable == true)
    }
}
