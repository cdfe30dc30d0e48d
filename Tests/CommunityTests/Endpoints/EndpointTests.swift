import Testing
import Transport

@testable import Community

@Suite("Endpoints")
struct EndpointTests {
    @Test(
        "Variables stay in their place in the path",
        arguments: [("a/b", "a%2Fb"), ("..", "%2E%2E"), ("?q=1#", "%3Fq%3D1%23"), ("가", "%EA%B0%80")]
    )
    func pathVariables(variable: String, encoded: String) {
        #expect(ThreadEndpoints.Pin(threadId: variable).target == "/api/v1/community/threads/\(encoded)/pin")
    }

    @Test("A list without a search leaves the search out; an empty search is one")
    func search() {
        #expect(ThreadEndpoints.List().target == "/api/v1/community/threads?filter=all&offset=0&limit=20")
        #expect(
            ThreadEndpoints.List(query: ThreadListQuery(filter: .category(.questions), offset: 20, search: "")).target
                == "/api/v1/community/threads?filter=QNA&offset=20&limit=20&q="
        )
        #expect(
            ThreadEndpoints.List(query: ThreadListQuery(filter: .unread, search: "a b&c", workspaceId: "7")).target
                == "/api/v1/community/threads?filter=unread&offset=0&limit=20&q=a%20b%26c&workspaceId=7"
        )
    }

    @Test("Methods and paths are the contract's")
    func table() {
        func row<Call: APIEndpoint>(_ call: Call) -> String { "\(Call.method.rawValue) \(call.target)" }
        let login = LoginBody(email: "e", password: Secret("p"))
        #expect(row(AuthEndpoints.Login(body: login)) == "POST /api/v1/auth/login")
        #expect(row(AuthEndpoints.NameCheck(query: NameQuery(name: "a b"))) == "GET /api/v1/auth/name-check?name=a%20b")
        #expect(row(MemberEndpoints.Me()) == "GET /api/v1/members/me")
        #expect(row(MemberEndpoints.UpdateMe(body: UpdateProfileBody())) == "PATCH /api/v1/members/me")
        #expect(row(MemberEndpoints.DeleteMe()) == "DELETE /api/v1/members/me")
        #expect(row(MemberEndpoints.Unblock(memberId: "3")) == "DELETE /api/v1/members/3/block")
        #expect(
            row(AppEndpoints.Version(query: VersionQuery(version: "0.1.0")))
                == "GET /api/v1/app/version?platform=cli&version=0.1.0"
        )
        #expect(row(DeviceEndpoints.ChatSession()) == "POST /api/v1/devices/chat-session")
        #expect(
            row(MessageEndpoints.List(threadId: "4", query: MessagesQuery(before: "9")))
                == "GET /api/v1/community/threads/4/messages?limit=30&before=9"
        )
        #expect(
            row(ThreadEndpoints.SetRole(threadId: "4", memberId: "5", body: RoleBody(role: .owner)))
                == "PATCH /api/v1/community/threads/4/members/5/role"
        )
        #expect(row(ThreadEndpoints.OpenDirect(body: DirectBody(memberId: "5"))) == "POST /api/v1/community/direct")
        #expect(
            row(FileEndpoints.RequestUpload(body: RequestUploadBody(fileName: "a", fileSize: 1, contentType: "t")))
                == "POST /api/v1/files"
        )
        #expect(row(WorkspaceEndpoints.List()) == "GET /api/v1/workspaces")
        #expect(
            row(WorkspaceEndpoints.HandOver(workspaceId: "1", body: HandoverBody(memberId: "2")))
                == "POST /api/v1/workspaces/1/handover"
        )
        #expect(
            row(NotificationEndpoints.MarkRead(body: ReadNotificationsBody(upTo: "9")))
                == "POST /api/v1/notifications/read"
        )
        #expect(
            row(SearchEndpoints.Messages(query: SearchQuery(text: "x", threadId: "4")))
                == "GET /api/v1/community/search?q=x&threadId=4&limit=30"
        )
        let form = TokenForm.deviceCode(Secret("d"), clientId: "bobbin")
        #expect(row(OAuthEndpoints.Token(body: form)) == "POST /oauth/token")
        #expect(
            String(decoding: form.bytes(), as: UTF8.self)
                == "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Adevice_code&device_code=d&client_id=bobbin"
        )
    }

    @Test("Forms read back as they were written, and `+` is a space")
    func forms() {
        let forms: [TokenForm] = [
            .deviceCode(Secret("a&b=c%"), clientId: "bobbin"), .refreshToken(Secret("r"), clientId: "bobbin"),
            .authorizationCode(Secret("c"), redirectURI: "http://127.0.0.1:1/cb", verifier: Secret("v"), clientId: "b"),
        ]
        for form in forms { #expect(TokenForm(fields: FormText.read(form.bytes())) == form) }
        #expect(
            FormText.read("a=1+2&b&c=%zz%4".utf8) == [
                QueryItem("a", "1 2"), QueryItem("b", ""), QueryItem("c", "%zz%4"),
            ]
        )
    }

    @Test("A base URL keeps its path, and answers may name places relative to it")
    func baseURL() throws {
        let base = try #require(BaseURL("https://h.example:8443/app/"))
        #expect(base.text == "https://h.example:8443/app")
        #expect(base.resolving("/up/1") == "https://h.example:8443/up/1")
        #expect(base.resolving("up/1") == "https://h.example:8443/app/up/1")
        #expect(base.resolving("https://s3.example/x") == "https://s3.example/x")
        #expect(BaseURL("ws://h.example") == nil)
        #expect(BaseURL("https://h.example/?a=1") == nil)
        #expect(BaseURL("not a url") == nil)
    }
}
