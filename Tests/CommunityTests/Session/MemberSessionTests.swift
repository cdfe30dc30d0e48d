import StompClient
import Synchronization
import TestSupport
import Testing
import Transport

@testable import Community

@Suite("One renewal for all", .timeLimit(.minutes(10)))
struct MemberSessionTests {
    /// A server that knows which tokens are good and rotates them.
    private final class TokenServer: Sendable {
        struct State {
            var access = "a2"
            var refresh = "r1"
            var refreshCount = 0
            var revoked: [String] = []
            var next = 2
        }

        let state = Mutex(State())
        /// Where each refresh waits.
        let refreshGate = Gate()
        /// Where each call with a token that is not good waits for its 401.
        let refusalGate = Gate()
        let refreshAnswer: @Sendable () -> HTTPResponse?

        init(refreshAnswer: @escaping @Sendable () -> HTTPResponse? = { nil }) {
            self.refreshAnswer = refreshAnswer
        }

        func answer(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
            switch request.path {
            case "/api/v1/auth/refresh":
                state.withLock { $0.refreshCount += 1 }
                await refreshGate.wait()
                if let answer = refreshAnswer() { return answer }
                return state.withLock { state in
                    guard request.text.contains("\"\(state.refresh)\"") else { return .failure(401, "AUTH402") }
                    state.access = "a\(state.next)"
                    state.refresh = "r\(state.next)"
                    state.next += 1
                    return .success(#"{"accessToken": "\#(state.access)", "refreshToken": "\#(state.refresh)"}"#)
                }
            case "/api/v1/auth/logout":
                state.withLock { $0.revoked.append(request.text) }
                return .success()
            default:
                let isGood = state.withLock { request.headers["Authorization"] == "Bearer \($0.access)" }
                if isGood { return .success(#"{"memberId": "1", "name": "Ada"}"#) }
                await refusalGate.wait()
                return .failure(401, "AUTH401")
            }
        }
    }

    private struct Program {
        let session: MemberSession
        let client: APIClient
        let http: ScriptedHTTP
    }

    /// A program whose kept access token the server does not take any more.
    private func program(_ server: TokenServer, _ vault: SharedVault) throws -> Program {
        let http = ScriptedHTTP { request throws(HTTPError) in try await server.answer(request) }
        let bare = try APIClient.scripted(http)
        let session = MemberSession(store: MemoryStore(vault: vault), exchange: ServerTokenExchange(client: bare))
        return Program(
            session: session,
            client: try .scripted(http, plugins: [TokenPlugin(session: session)]),
            http: http
        )
    }

    private func expired() -> SharedVault {
        SharedVault(StoredTokens(access: Secret("a1"), refresh: Secret("r1")))
    }

    /// Waits until so many calls have come with a token that is not good, and refuses all of them at once.
    private func refuse(_ count: Int, _ server: TokenServer) async throws {
        try await until { server.refusalGate.waitingCount == count }
        server.refusalGate.open()
    }

    /// Makes 200 calls at once and returns how each ended.
    private func calls(_ client: APIClient) -> Task<[Result<String, APIFailure>], Never> {
        Task {
            await withTaskGroup(of: Result<String, APIFailure>.self) { group in
                for _ in 0..<200 {
                    group.addTask {
                        do throws(APIFailure) {
                            return .success(try await client.call(MemberEndpoints.Me()).name)
                        } catch {
                            return .failure(error)
                        }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
        }
    }

    @Test("200 calls that meet 401 share one slow renewal, and each is sent twice")
    func slowRenewal() async throws {
        let server = TokenServer()
        let vault = expired()
        let program = try program(server, vault)
        let calls = calls(program.client)
        try await refuse(200, server)
        try await until { server.refreshGate.waitingCount == 1 }
        server.refreshGate.open()
        let results = await calls.value
        #expect(results.allSatisfy { $0 == .success("Ada") })
        #expect(server.state.withLock { $0.refreshCount } == 1)
        #expect(program.http.requests.count == 401)
        #expect(vault.tokens?.access == Secret("a2"))
        #expect(vault.tokens?.refresh == Secret("r2"))
    }

    @Test("A refused renewal fails all 200, forgets the session and asks to sign in")
    func refusedRenewal() async throws {
        let server = TokenServer { .failure(401, "AUTH403") }
        let vault = expired()
        let program = try program(server, vault)
        let calls = calls(program.client)
        try await refuse(200, server)
        server.refreshGate.open()
        #expect(await calls.value.allSatisfy { $0 == .failure(.signInNeeded(.refused)) })
        #expect(server.state.withLock { $0.refreshCount } == 1)
        await program.session.settle()
        #expect(vault.tokens == nil)
        var events = program.session.events.makeAsyncIterator()
        #expect(await events.next() == .ended(.refused))
    }

    @Test("A server that is out of order ends no session; the next call renews it")
    func brokenRenewal() async throws {
        let isBroken = Mutex(true)
        let server = TokenServer { isBroken.withLock { $0 } ? .failure(500, "COMMON500") : nil }
        let vault = expired()
        let program = try program(server, vault)
        server.refreshGate.open()
        server.refusalGate.open()
        await #expect(throws: APIFailure.self) { try await program.client.call(MemberEndpoints.Me()) }
        #expect(vault.tokens?.access == Secret("a1"))
        isBroken.withLock { $0 = false }
        #expect(try await program.client.call(MemberEndpoints.Me()).name == "Ada")
    }

    @Test("A call that is cancelled leaves at once, and the renewal goes on for the others")
    func cancelledCaller() async throws {
        let server = TokenServer()
        let program = try program(server, expired())
        server.refusalGate.open()
        let first = Task { try await program.client.call(MemberEndpoints.Me()) }
        try await until { server.refreshGate.waitingCount == 1 }
        let second = Task { try await program.client.call(MemberEndpoints.Me()) }
        first.cancel()
        await #expect(throws: APIFailure.cancelled) { try await first.value }
        server.refreshGate.open()
        #expect(try await second.value.name == "Ada")
        #expect(server.state.withLock { $0.refreshCount } == 1)
    }

    @Test("When every caller is cancelled the renewal still ends, and its tokens are kept")
    func allCancelled() async throws {
        let server = TokenServer()
        let vault = expired()
        let program = try program(server, vault)
        let calls = calls(program.client)
        try await refuse(200, server)
        try await until { server.refreshGate.waitingCount == 1 }
        calls.cancel()
        #expect(await calls.value.allSatisfy { $0 == .failure(.cancelled) })
        server.refreshGate.open()
        await program.session.settle()
        #expect(vault.tokens?.access == Secret("a2"))
    }

    @Test("Another program that renewed first is noticed, and its tokens are used")
    func rotatedElsewhere() async throws {
        let server = TokenServer()
        let vault = expired()
        let program = try program(server, vault)
        _ = try await program.session.current()
        vault.tokens = StoredTokens(access: Secret("a2"), refresh: Secret("r2"))
        server.refusalGate.open()
        server.refreshGate.open()
        let results = await calls(program.client).value
        #expect(results.allSatisfy { $0 == .success("Ada") })
        #expect(server.state.withLock { $0.refreshCount } == 0)
    }

    @Test("Two programs that must renew at the same time do it once")
    func twoPrograms() async throws {
        let server = TokenServer()
        let vault = expired()
        let one = try program(server, vault)
        let two = try program(server, vault)
        let calls = [calls(one.client), calls(two.client)]
        try await refuse(400, server)
        server.refreshGate.open()
        for call in calls { #expect(await call.value.allSatisfy { $0 == .success("Ada") }) }
        #expect(server.state.withLock { $0.refreshCount } == 1)
    }

    @Test("A sign-out during a renewal wins: the calls fail, nothing is kept, and the new tokens are revoked")
    func signOutWins() async throws {
        let server = TokenServer()
        let vault = expired()
        let program = try program(server, vault)
        let calls = calls(program.client)
        try await refuse(200, server)
        try await until { server.refreshGate.waitingCount == 1 }
        let signOut = Task { await program.session.signOut() }
        #expect(await calls.value.allSatisfy { $0 == .failure(.signInNeeded(.signedOut)) })
        server.refreshGate.open()
        await signOut.value
        #expect(vault.tokens == nil)
        #expect(server.state.withLock { $0.revoked.contains { $0.contains("r2") } })
        await #expect(throws: APIFailure.signInNeeded(.signedOut)) { try await program.session.accessToken() }
    }

    @Test("The socket's renewal and the calls' are one")
    func socket() async throws {
        let server = TokenServer()
        let program = try program(server, expired())
        let tokens = SocketTokens(session: program.session)
        #expect(await tokens.accessToken() == "a1")
        let calls = calls(program.client)
        try await refuse(200, server)
        let pair = Task {
            let pair = try await tokens.refresh(await tokens.refreshToken() ?? "")
            try await tokens.save(pair)
            return pair
        }
        server.refreshGate.open()
        #expect(try await pair.value == TokenPair(access: "a2", refresh: "r2"))
        #expect(await calls.value.allSatisfy { $0 == .success("Ada") })
        #expect(server.state.withLock { $0.refreshCount } == 1)
        #expect(await tokens.accessToken() == "a2")
    }

    @Test("A socket that can't renew for want of a network keeps trying; one whose session has ended stops")
    func socketFailures() async throws {
        let offline = TokenServer { .failure(503, "COMMON503") }
        offline.refreshGate.open()
        let tokens = SocketTokens(session: try program(offline, expired()).session)
        #expect(try await tokens.refresh("r1") == TokenPair(access: "a1", refresh: "r1"))
        #expect(await tokens.accessToken() == "a1")

        let ended = TokenServer { .failure(401, "AUTH403") }
        ended.refreshGate.open()
        let dead = SocketTokens(session: try program(ended, expired()).session)
        await #expect(throws: APIFailure.signInNeeded(.refused)) { try await dead.refresh("r1") }
        #expect(await dead.accessToken() == nil)
    }

    @Test("Tokens that can't be kept are used all the same, and renewed from, not from the older ones kept")
    func notKept() async throws {
        let server = TokenServer()
        server.refreshGate.open()
        server.refusalGate.open()
        let vault = expired()
        let program = try program(server, vault)
        vault.state.withLock { $0.fault = .system(path: "p", detail: "no space") }
        #expect(try await program.client.call(MemberEndpoints.Me()).name == "Ada")
        await program.session.settle()
        #expect(vault.tokens?.refresh == Secret("r1"))
        server.state.withLock { $0.access = "a9" }
        #expect(try await program.client.call(MemberEndpoints.Me()).name == "Ada")
        #expect(server.state.withLock { $0.refreshCount } == 2)
        var events = program.session.events.makeAsyncIterator()
        #expect(await events.next() == .renewed)
        #expect(await events.next() == .notKept(.system(path: "p", detail: "no space")))
    }

    @Test("A call whose new token is refused as well is not sent a third time for it")
    func refusedTwice() async throws {
        let server = TokenServer { .success(#"{"accessToken": "never good", "refreshToken": "r"}"#) }
        server.refreshGate.open()
        server.refusalGate.open()
        let program = try program(server, expired())
        await #expect(throws: APIFailure.refused(.init(status: 401, code: "AUTH401", message: "no"))) {
            try await program.client.call(MemberEndpoints.Me())
        }
        #expect(program.http.requests.filter { $0.path.hasSuffix("/me") }.count == 2)
        #expect(server.state.withLock { $0.refreshCount } == 1)
    }

    @Test("Nobody who is not signed in sends anything")
    func nobody() async throws {
        let program = try program(TokenServer(), SharedVault())
        await #expect(throws: APIFailure.signInNeeded(.neverSignedIn)) {
            try await program.client.call(MemberEndpoints.Me())
        }
        #expect(program.http.requests.isEmpty)
    }
}
