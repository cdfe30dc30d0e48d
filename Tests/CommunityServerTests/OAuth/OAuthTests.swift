import Community
import CommunityServer
import Foundation
import Testing

@Suite("OAuth")
struct OAuthTests {
    /// A browser as far as these pages need one: it keeps the cookie and sends the form's fields.
    private struct Browser {
        var community: TestCommunity
        var cookie: String?
        var page = APIResponse(status: 0)

        init(_ community: TestCommunity) {
            self.community = community
        }

        mutating func get(_ path: String, _ query: [QueryItem] = []) async {
            page = await community.service.answer(
                APIRequest(method: "GET", path: path, query: query.map { ($0.name, $0.value) })
            )
            cookie = page.header("Set-Cookie")?.split(separator: ";").first.map(String.init) ?? cookie
        }

        /// The hidden fields of the page.
        var hidden: [QueryItem] {
            page.text.matches(of: /<input type="hidden" name="([^"]*)" value="([^"]*)">/).map {
                QueryItem(String($0.1), String($0.2).replacingOccurrences(of: "&amp;", with: "&"))
            }
        }

        mutating func post(_ path: String, _ fields: [QueryItem], headers: [String: String] = [:]) async {
            var headers = headers
            if let cookie { headers["cookie"] = "other=1; \(cookie)" }
            headers["content-type"] = FormText.contentType
            page = await community.service.answer(
                APIRequest(method: "POST", path: path, headers: headers, body: FormText.write(fields))
            )
            cookie = page.header("Set-Cookie")?.split(separator: ";").first.map(String.init) ?? cookie
        }
    }

    private func authorizeDevice(_ community: TestCommunity) async throws -> DeviceAuthorization {
        let response = await community.service.answer(
            APIRequest(
                method: "POST",
                path: "/oauth/device_authorization",
                headers: ["host": "127.0.0.1:8080"],
                body: Array("client_id=bobbin".utf8)
            )
        )
        #expect(response.status == 200)
        return try WireJSON.read(DeviceAuthorization.self, from: response.bytes).value
    }

    private func token(_ form: TokenForm, in community: TestCommunity) async throws -> Result<OAuthTokens, Refused> {
        let response = try await community.answer(to: OAuthEndpoints.Token(body: form))
        guard response.status == 200 else { return .failure(Refused(response)) }
        #expect(response.header("Cache-Control") == "no-store")
        return .success(try WireJSON.read(OAuthTokens.self, from: response.bytes).value)
    }

    private func error(_ result: Result<OAuthTokens, Refused>) -> String? {
        guard case .failure(let refused) = result else { return nil }
        #expect(refused.status == 400)
        return try? WireJSON.read(OAuthRefusal.self, from: refused.response.bytes).value.error
    }

    private let credentials = [QueryItem("email", "ann@example.org"), QueryItem("password", "correct horse")]

    // MARK: Device code

    @Test("A terminal is signed in once its code is approved on the page, and the code is good once")
    func device() async throws {
        let community = try await TestCommunity()
        let ann = try await community.signUp("Ann")
        let device = try await authorizeDevice(community)
        #expect(device.verificationURI == "http://127.0.0.1:8080/device")
        #expect(device.verificationURIComplete == "http://127.0.0.1:8080/device?user_code=\(device.userCode)")
        #expect(device.interval == 5)
        #expect(device.expiresIn == 600)
        let poll = TokenForm.deviceCode(device.deviceCode, clientId: "bobbin")
        #expect(error(try await token(poll, in: community)) == "authorization_pending")
        var browser = Browser(community)
        await browser.get("/device", [QueryItem("user_code", device.userCode)])
        #expect(browser.page.text.contains(device.userCode))
        let typed = device.userCode.lowercased().replacingOccurrences(of: "-", with: " ")
        await browser.post(
            "/device",
            browser.hidden + credentials + [QueryItem("user_code", typed), QueryItem("answer", "approve")]
        )
        #expect(browser.page.status == 200)
        #expect(browser.page.text.contains("Signed in"))
        community.advance(by: .seconds(5))
        let tokens = try await token(poll, in: community).get()
        #expect(tokens.expiresIn == 900)
        #expect(tokens.tokenType == "Bearer")
        var terminal = ann
        terminal.token = tokens.accessToken.revealed
        #expect(try await community.call(MemberEndpoints.Me(), as: terminal).memberId == ann.wireID)
        #expect(error(try await token(poll, in: community)) == "invalid_grant")
        let refreshed = try await token(
            .refreshToken(try #require(tokens.refreshToken), clientId: "bobbin"),
            in: community
        ).get()
        #expect(refreshed.refreshToken != tokens.refreshToken)
        let stale = try await token(.refreshToken(try #require(tokens.refreshToken), clientId: "bobbin"), in: community)
        #expect(error(stale) == "invalid_grant")
    }

    @Test("Polling too fast draws slow_down and a longer interval; an old code has expired")
    func polling() async throws {
        let community = try await TestCommunity()
        let device = try await authorizeDevice(community)
        let poll = TokenForm.deviceCode(device.deviceCode, clientId: "bobbin")
        #expect(error(try await token(poll, in: community)) == "authorization_pending")
        #expect(error(try await token(poll, in: community)) == "slow_down")
        community.advance(by: .seconds(9))
        #expect(error(try await token(poll, in: community)) == "slow_down")
        community.advance(by: .seconds(15))
        #expect(error(try await token(poll, in: community)) == "authorization_pending")
        community.advance(by: .seconds(600))
        #expect(error(try await token(poll, in: community)) == "expired_token")
    }

    @Test("A denial reaches the terminal, and needs no password")
    func denial() async throws {
        let community = try await TestCommunity()
        let device = try await authorizeDevice(community)
        var browser = Browser(community)
        await browser.get("/device")
        await browser.post(
            "/device",
            browser.hidden + [QueryItem("user_code", device.userCode), QueryItem("answer", "deny")]
        )
        #expect(browser.page.text.contains("Denied"))
        let poll = TokenForm.deviceCode(device.deviceCode, clientId: "bobbin")
        #expect(error(try await token(poll, in: community)) == "access_denied")
    }

    @Test("A wrong password, a wrong code and a foreign form each come back to the page")
    func refusedForms() async throws {
        let community = try await TestCommunity()
        _ = try await community.signUp("Ann")
        let device = try await authorizeDevice(community)
        var browser = Browser(community)
        await browser.get("/device")
        func fields(_ code: String, _ password: String) -> [QueryItem] {
            [
                QueryItem("user_code", code), QueryItem("email", "ann@example.org"), QueryItem("password", password),
                QueryItem("answer", "approve"),
            ]
        }
        let seal = browser.hidden
        await browser.post("/device", seal + fields(device.userCode, "wrong"))
        #expect(browser.page.status == 401)
        #expect(browser.page.text.contains("is wrong"))
        #expect(browser.page.text.contains(device.userCode))
        await browser.post("/device", browser.hidden + fields("BBBB-BBBB", "correct horse"))
        #expect(browser.page.status == 400)
        // Without the field, with another cookie's, and from another site.
        await browser.post("/device", fields(device.userCode, "correct horse"))
        #expect(browser.page.status == 403)
        await browser.post("/device", seal + fields(device.userCode, "correct horse"))
        #expect(browser.page.status == 403)
        await browser.post(
            "/device",
            browser.hidden + fields(device.userCode, "correct horse"),
            headers: ["sec-fetch-site": "cross-site"]
        )
        #expect(browser.page.status == 403)
        await browser.post("/device", browser.hidden + fields(device.userCode, "correct horse"))
        #expect(browser.page.status == 200)
    }

    @Test("The pages carry no script, can't be framed or kept, and escape what came from outside")
    func pageSafety() async throws {
        let community = try await TestCommunity()
        var browser = Browser(community)
        await browser.get("/device", [QueryItem("user_code", "\"><script>alert(1)</script>")])
        #expect(!browser.page.text.contains("<script"))
        #expect(browser.page.header("X-Frame-Options") == "DENY")
        #expect(browser.page.header("Cache-Control") == "no-store")
        let policy = browser.page.header("Content-Security-Policy") ?? ""
        #expect(policy.contains("default-src 'none'"))
        #expect(policy.contains("frame-ancestors 'none'"))
        #expect(browser.page.header("Set-Cookie")?.contains("HttpOnly; SameSite=Strict") == true)
        await browser.get("/oauth/authorize", request(state: "\"><b>&amp;'"))
        #expect(browser.page.status == 200)
        #expect(!browser.page.text.contains("<b>"))
    }

    @Test("A client that is not known gets nothing")
    func unknownClient() async throws {
        let community = try await TestCommunity()
        let response = await community.service.answer(
            APIRequest(method: "POST", path: "/oauth/device_authorization", body: Array("client_id=x".utf8))
        )
        #expect(response.status == 400)
        #expect(error(try await token(.deviceCode(Secret("x"), clientId: "x"), in: community)) == "invalid_client")
        let grant = await community.service.answer(
            APIRequest(method: "POST", path: "/oauth/token", body: Array("grant_type=password".utf8))
        )
        #expect(grant.text.contains("unsupported_grant_type"))
    }

    // MARK: Authorization code

    // RFC 7636 appendix B.
    private let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    private let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
    private let redirect = "http://127.0.0.1:4711/callback"

    private func request(
        redirect: String = "http://127.0.0.1:4711/callback",
        state: String = "st&te",
        change: (String, String?)? = nil
    ) -> [QueryItem] {
        [
            ("response_type", "code"), ("client_id", "bobbin"), ("redirect_uri", redirect), ("state", state),
            ("nonce", "n"), ("code_challenge", challenge), ("code_challenge_method", "S256"),
        ].compactMap { name, value in
            guard let change, change.0 == name else { return QueryItem(name, value) }
            return change.1.map { QueryItem(name, $0) }
        }
    }

    private func redirected(_ page: APIResponse) throws -> [QueryItem] {
        #expect(page.status == 303)
        let location = try #require(page.header("Location"))
        #expect(location.hasPrefix("\(redirect)?"))
        return FormText.read(location.dropFirst(redirect.count + 1).utf8)
    }

    private func signedInCode(_ community: TestCommunity) async throws -> String {
        var browser = Browser(community)
        await browser.get("/oauth/authorize", request())
        #expect(
            browser.page.header("Content-Security-Policy")?.contains("form-action 'self' http://127.0.0.1:4711") == true
        )
        await browser.post("/oauth/authorize", browser.hidden + credentials + [QueryItem("answer", "approve")])
        let answer = try redirected(browser.page)
        #expect(answer["state"] == "st&te")
        return try #require(answer["code"])
    }

    @Test("A code comes back to the loopback address with the state, and is traded with its verifier")
    func authorizationCode() async throws {
        let community = try await TestCommunity()
        let ann = try await community.signUp("Ann")
        let code = try await signedInCode(community)
        let form = TokenForm.authorizationCode(
            Secret(code),
            redirectURI: redirect,
            verifier: Secret(verifier),
            clientId: "bobbin"
        )
        let tokens = try await token(form, in: community).get()
        var terminal = ann
        terminal.token = tokens.accessToken.revealed
        #expect(try await community.call(MemberEndpoints.Me(), as: terminal).memberId == ann.wireID)
        // Used twice, it revokes what it was traded for.
        #expect(error(try await token(form, in: community)) == "invalid_grant")
        #expect(try await community.refusal(MemberEndpoints.Me(), as: terminal)?.status == 401)
    }

    @Test("A code is no good with another verifier or address, nor after its minute")
    func badTrades() async throws {
        let community = try await TestCommunity()
        _ = try await community.signUp("Ann")
        let code = Secret(try await signedInCode(community))
        func trade(_ redirect: String, _ verifier: String) async throws -> String? {
            error(
                try await token(
                    .authorizationCode(code, redirectURI: redirect, verifier: Secret(verifier), clientId: "bobbin"),
                    in: community
                )
            )
        }
        #expect(try await trade(redirect, "another") == "invalid_grant")
        #expect(try await trade("http://127.0.0.1:4712/callback", verifier) == "invalid_grant")
        community.advance(by: .seconds(60))
        #expect(try await trade(redirect, verifier) == "invalid_grant")
    }

    @Test(
        "Only addresses on this machine are gone back to",
        arguments: [
            "https://evil.example/", "http://127.0.0.1.evil.example:80/", "http://127.0.0.1/", "http://127.0.0.1:0/",
            "http://127.0.0.1:99999/", "http://127.0.0.1:80@evil.example/", "http://localhost:80/",
            "javascript:alert(1)",
            "http://127.0.0.1:80/\r\nX: y", "http://127.0.0.1:80/#x", "",
        ]
    )
    func redirects(address: String) async throws {
        let community = try await TestCommunity()
        var browser = Browser(community)
        await browser.get("/oauth/authorize", request(redirect: address))
        #expect(browser.page.status == 400)
        #expect(browser.page.header("Location") == nil)
    }

    @Test(
        "Loopback addresses of both families are, on any port and path",
        arguments: [
            "http://127.0.0.1:4711/callback", "http://[::1]:1/x?y=z", "http://127.0.0.1:65535",
        ]
    )
    func loopback(address: String) async throws {
        let community = try await TestCommunity()
        var browser = Browser(community)
        await browser.get("/oauth/authorize", request(redirect: address))
        #expect(browser.page.status == 200)
    }

    @Test(
        "What else is wrong with a request goes back to the program",
        arguments: [
            ("response_type", "token", "unsupported_response_type"),
            ("code_challenge_method", "plain", "invalid_request"),
            ("code_challenge", nil, "invalid_request"), ("code_challenge", "short", "invalid_request"),
        ] as [(String, String?, String)]
    )
    func redirectedErrors(name: String, value: String?, expected: String) async throws {
        let community = try await TestCommunity()
        var browser = Browser(community)
        await browser.get("/oauth/authorize", request(change: (name, value)))
        let answer = try redirected(browser.page)
        #expect(answer["error"] == expected)
        #expect(answer["state"] == "st&te")
    }

    @Test("Who denies is sent back with access_denied, without a password")
    func authorizationDenied() async throws {
        let community = try await TestCommunity()
        var browser = Browser(community)
        await browser.get("/oauth/authorize", request())
        await browser.post("/oauth/authorize", browser.hidden + [QueryItem("answer", "deny")])
        #expect(try redirected(browser.page)["error"] == "access_denied")
    }
}
