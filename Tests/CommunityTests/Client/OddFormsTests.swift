import Synchronization
import TestSupport
import Testing
import Transport

@testable import Community

@Suite("A server with every odd form the contract allows", .timeLimit(.minutes(10)))
struct OddFormsTests {
    private func client(_ server: ScriptedHTTPServer, plugins: [any APIPlugin] = []) throws -> APIClient {
        var settings = TransportSettings()
        settings.proxy = ""
        return try .scripted(try CurlHTTPClient(settings: settings), base: server.url, plugins: plugins)
    }

    private static let threads = #"""
        {"success": "true", "code": "COMMON200", "message": {"locale": "ko", "text": "좋아요"}, "mood": [1, {}], "result": {
          "pinned": [], "nextOffset": null, "total": "3.0",
          "threads": [
            {"threadId": "42", "title": "번역", "memberCount": "7", "unreadCount": 3.0, "isPinned": "1", "isMuted": 0,
             "category": "QNA", "createdAt": [2026, 11, 30, 4, 5, 6, 789000000], "updatedAt": "2026-11-30 04:05:06",
             "lastMessage": {"preview": "hi", "senderName": "Ada", "createdAt": 1796011506789}, "flair": null},
            {"threadId": 43.0, "title": "b", "category": "SOMETHING NEW", "myRole": "EMPEROR", "createdAt": "1796011506789"},
            {"threadId": "44", "memberCount": "7"},
            "broken", null, 17
          ]}}
        """#

    @Test("Threads in every form are read, and what is broken is left out and logged")
    func threads() async throws {
        let server = try ScriptedHTTPServer { _ in .json(Self.threads.replacing("\"3.0\"", with: "3.0")) }
        let lines = Mutex<[String]>([])
        let log = LogPlugin { line in lines.withLock { $0.append(line) } }
        let page = try await client(server, plugins: [FixedToken(), log]).call(ThreadEndpoints.List())
        #expect(page.threads.map(\.threadId) == ["42", "43"])
        #expect(page.total == 3)
        let first = try #require(page.threads.first)
        #expect(first.memberCount == 7)
        #expect(first.unreadCount == 3)
        #expect(first.isPinned && !first.isMuted)
        #expect(first.category == .questions)
        #expect(first.createdAt == Timestamp(milliseconds: 1_796_011_506_789))
        #expect(first.updatedAt == Timestamp(milliseconds: 1_796_011_506_000))
        #expect(first.lastMessage?.createdAt == first.createdAt)
        #expect(page.threads[1].category == .free)
        #expect(page.threads[1].myRole == .member)
        #expect(lines.withLock { $0.last?.contains("left out 4 broken list elements") } == true)
    }

    @Test("A field that can't be read outside a list fails the call and is named")
    func brokenField() async throws {
        let server = try ScriptedHTTPServer { _ in .json(Self.threads) }
        let fault = WireFault(path: "result.total", problem: .unreadable(expected: "a whole number"))
        await #expect(throws: APIFailure.unreadable(fault, status: 200)) {
            try await client(server, plugins: [FixedToken()]).call(ThreadEndpoints.List())
        }
    }

    @Test("Empty pages are pages")
    func emptyPages() async throws {
        let server = try ScriptedHTTPServer { _ in .json(#"{"success": true, "code": "", "message": "", "result": {}}"#)
        }
        let client = try client(server, plugins: [FixedToken()])
        #expect(try await client.call(ThreadEndpoints.List()) == ThreadPage())
        #expect(try await client.call(MessageEndpoints.List(threadId: "1")) == MessagePage())
        #expect(try await client.call(NotificationEndpoints.List()) == NotificationPage())
        #expect(try await client.call(WorkspaceEndpoints.List()).items.isEmpty)
    }

    @Test("A token that expires in the middle is renewed, and the call goes on", arguments: [1, 20])
    func expiringToken(callCount: Int) async throws {
        let server = try ScriptedHTTPServer { request in
            if request.path == "/api/v1/auth/refresh" {
                return .json(
                    #"{"success": true, "code": "", "message": "", "result": {"accessToken": "a2", "refreshToken": "r2"}}"#
                )
            }
            return request.headers["authorization"] == "Bearer a2"
                ? .json(#"{"success": 1, "code": "", "message": "", "result": {"memberId": 1, "name": "Ada"}}"#)
                : .json(#"{"success": false, "code": "AUTH401", "message": "expired"}"#, status: 401)
        }
        let bare = try client(server)
        let vault = SharedVault(StoredTokens(access: Secret("a1"), refresh: Secret("r1")))
        let session = MemberSession(store: MemoryStore(vault: vault), exchange: ServerTokenExchange(client: bare))
        let client = bare.adding(TokenPlugin(session: session))
        await withTaskGroup(of: String?.self) { group in
            for _ in 0..<callCount { group.addTask { try? await client.call(MemberEndpoints.Me()).name } }
            for await name in group { #expect(name == "Ada") }
        }
        #expect(server.requests.filter { $0.path == "/api/v1/auth/refresh" }.count == 1)
    }

    private struct FixedToken: APIPlugin {
        func prepare(_ request: inout HTTPRequest, for call: APICall) async throws(APIFailure) {
            request.headers["Authorization"] = "Bearer t"
        }
    }
}
