import FoundationEssentials
import StompClient
import Synchronization
import TestSupport
import Testing
import Transport

@testable import Chat

private struct GivenToken: TokenStore {
    let token: String?
    func accessToken() async -> String? { token }
    func refreshToken() async -> String? { nil }
    func save(_ tokens: TokenPair) async throws {}
    func clear() async throws {}
}

@Suite("A broker's tokens")
struct BrokerTokensTests {
    private func answer(_ json: String, status: Int = 200) -> HTTPResponse {
        HTTPResponse(status: status, body: Array(json.utf8))
    }

    private func tokens(
        _ api: ScriptedAPI,
        given: String? = "old",
        now: Int64 = 0,
        _ change: (inout TokenRenewal) -> Void = { _ in }
    ) throws -> BrokerTokens {
        var renewal = TokenRenewal(
            call: CallTemplate(
                .post,
                try URLTemplate("/refresh", allowed: []),
                body: .object(["refresh": try JSONTemplate(text: "{refreshToken}", allowed: Placeholder.renewal)])
            ),
            source: { "r1" }
        )
        renewal.access = try FieldPath("access")
        renewal.refresh = try FieldPath("refresh")
        change(&renewal)
        return BrokerTokens(
            source: GivenToken(token: given),
            renewal: renewal,
            http: api,
            base: "https://h",
            now: { now }
        )
    }

    private static func token(endingAt seconds: Int64) -> String {
        let claims = Data("{\"exp\":\(seconds)}".utf8).base64EncodedString()
        return "e30." + claims.prefix { $0 != "=" } + ".sig"
    }

    @Test("are renewed before their end, by what the token says of it itself")
    func expiry() async throws {
        let given = Self.token(endingAt: 100)
        #expect(TokenExpiry.milliseconds(given) == 100_000)
        let early = try tokens(ScriptedAPI(), given: given, now: 30_000)
        #expect(await early.accessToken() == given)
        #expect(await early.timeToRenewal() == .seconds(10))
        let api = ScriptedAPI(answer(#"{"access":"new"}"#))
        let late = try tokens(api, given: given, now: 50_000)
        #expect(await late.accessToken() == "new")
        #expect(api.requests.map(\.body) == [.bytes(Array(#"{"refresh":"r1"}"#.utf8))])
        // A token that can't be renewed is still the best there is.
        let failing = try tokens(ScriptedAPI(answer("{}", status: 500)), given: given, now: 50_000)
        #expect(await failing.accessToken() == given)
    }

    @Test("are got by renewal where only the token that renews was given")
    func none() async throws {
        let tokens = try tokens(ScriptedAPI(answer(#"{"access":"new","refresh":"r2"}"#)), given: nil)
        #expect(await tokens.accessToken() == "new")
        #expect(await tokens.refreshToken() == "r2")
    }

    @Test("last as long as the profile says where they say nothing")
    func lifetime() async throws {
        let tokens = try tokens(ScriptedAPI(), now: 1000) { $0.lifetime = .seconds(600) }
        _ = await tokens.accessToken()
        #expect(await tokens.timeToRenewal() == .seconds(540))
        let unknown = try self.tokens(ScriptedAPI())
        _ = await unknown.accessToken()
        #expect(await unknown.timeToRenewal() == nil)
    }

    @Test("are renewed once for all who meet 401, and each is told the same")
    func together() async throws {
        let api = ScriptedAPI(answer(#"{"access":"new"}"#))
        let tokens = try tokens(api)
        let old = await tokens.accessToken()
        let renewed = await withTaskGroup(of: String?.self) { group in
            for _ in 0..<20 { group.addTask { await tokens.renewed(after: old) } }
            return await group.reduce(into: Set<String?>()) { $0.insert($1) }
        }
        #expect(renewed == ["new"])
        #expect(api.requests.count == 1)
    }

    @Test("are found in a header and a cookie, whatever else is set", arguments: ["Bearer new", "new", "bearer new"])
    func cookies(_ header: String) async throws {
        let kept = Mutex<[String]>([])
        var headers: HTTPHeaders = ["Authorization": header]
        headers.add("Set-Cookie", "refreshToken2=no")
        headers.add("Set-Cookie", "refreshToken=r2; Path=/; HttpOnly")
        let api = ScriptedAPI(HTTPResponse(status: 200, headers: headers))
        let tokens = try tokens(api) {
            $0.accessHeader = "Authorization"
            $0.cookie = "refreshToken"
            $0.save = { token in kept.withLock { $0.append(token) } }
        }
        #expect(try await tokens.refresh("r1").access == "new")
        #expect(kept.withLock { $0 } == ["r2"])
        #expect(api.requests.map { $0.headers["Cookie"] } == ["refreshToken=r1"])
    }

    @Test(
        "of other forms have no end",
        arguments: [
            "", "abc", "a.b", "a.b.c", "..", "a.e30.c", "a.eyJleHAiOiJ4In0.c", "a.eyJleHAiOi01fQ.c", "a.\u{1F4A9}.c",
        ]
    )
    func noExpiry(_ token: String) {
        #expect(TokenExpiry.milliseconds(token) == nil)
    }
}
