import Testing
import Transport

@testable import Community

@Suite("Signing in with a browser of this machine")
struct LoopbackSignInTests {
    private let secrets: LoopbackSignIn.Secrets
    private let base: BaseURL

    init() throws {
        secrets = try LoopbackSignIn.Secrets { count in [UInt8](repeating: 7, count: count) }
        base = try #require(BaseURL("https://h.example/app"))
    }

    private func machine() -> LoopbackSignIn {
        LoopbackSignIn(base: base, clientId: "bobbin", port: 4711, secrets: secrets)
    }

    private func exchanging() -> LoopbackSignIn {
        var machine = machine()
        _ = machine.opened(true)
        _ = machine.redirected(.success([QueryItem("state", secrets.state), QueryItem("code", "c")]))
        return machine
    }

    @Test("The browser is sent out with state, nonce and challenge, and not with the verifier")
    func start() throws {
        guard case .open(let url) = machine().start().first else {
            Issue.record("it does not begin with a browser")
            return
        }
        #expect(url.hasPrefix("https://h.example/app/oauth/authorize?"))
        let query = FormText.read(url.utf8.drop { $0 != UInt8(ascii: "?") }.dropFirst())
        #expect(query["response_type"] == "code")
        #expect(query["redirect_uri"] == "http://127.0.0.1:4711/callback")
        #expect(query["state"] == secrets.state)
        #expect(query["nonce"] == secrets.nonce)
        #expect(query["code_challenge_method"] == "S256")
        #expect(query["code_challenge"]?.count == 43)
        #expect(!url.contains(secrets.verifier.revealed) || secrets.verifier.revealed == secrets.state)
    }

    @Test("The challenge is that of RFC 7636 appendix B")
    func challenge() throws {
        let bytes: [UInt8] = [
            116, 24, 223, 180, 151, 153, 224, 37, 79, 250, 96, 125, 216, 173, 187, 186, 22, 212, 37, 77, 105, 214, 191,
            240,
            91, 88, 5, 88, 83, 132, 141, 121,
        ]
        let secrets = try LoopbackSignIn.Secrets { _ in bytes }
        #expect(secrets.verifier == Secret("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"))
        #expect(secrets.challenge == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
    }

    @Test("State, nonce and verifier are different and new each time")
    func fresh() throws {
        let one = try LoopbackSignIn.Secrets(random: Cryptography.randomBytes)
        let two = try LoopbackSignIn.Secrets(random: Cryptography.randomBytes)
        #expect(
            Set([one.state, one.nonce, one.verifier.revealed, two.state, two.nonce, two.verifier.revealed]).count == 6
        )
    }

    @Test("The code is traded with the verifier")
    func exchange() {
        var machine = machine()
        #expect(machine.opened(true) == [.listen(.seconds(300))])
        let form = TokenForm.authorizationCode(
            Secret("c"),
            redirectURI: "http://127.0.0.1:4711/callback",
            verifier: secrets.verifier,
            clientId: "bobbin"
        )
        #expect(
            machine.redirected(.success([QueryItem("code", "c"), QueryItem("state", secrets.state)])) == [
                .exchange(form)
            ]
        )
        let tokens = OAuthTokens(accessToken: Secret("a"))
        #expect(machine.exchanged(.success(tokens)) == [.finish(tokens)])
    }

    @Test("An answer without the state, or with another, is none of ours")
    func wrongState() {
        for state in ["", "x", secrets.state + "x", String(secrets.state.dropLast())] {
            #expect(!LoopbackSignIn.isAnswer([QueryItem("code", "c"), QueryItem("state", state)], to: secrets))
        }
        #expect(!LoopbackSignIn.isAnswer([QueryItem("code", "c")], to: secrets))
        #expect(!LoopbackSignIn.isAnswer([QueryItem("state", secrets.state)], to: secrets))
        var machine = machine()
        _ = machine.opened(true)
        guard case .end(.failed) = machine.redirected(.success([QueryItem("code", "c")])).first else {
            Issue.record("a foreign answer was taken")
            return
        }
    }

    @Test("No browser, a no in the browser, and no answer each end it in their way")
    func ends() {
        var machine = machine()
        #expect(machine.opened(false) == [.end(.noBrowser)])
        machine = self.machine()
        _ = machine.opened(true)
        #expect(
            machine.redirected(.success([QueryItem("error", "access_denied"), QueryItem("state", secrets.state)]))
                == [.end(.denied)]
        )
        machine = self.machine()
        _ = machine.opened(true)
        #expect(machine.redirected(.failure(.expired)) == [.end(.expired)])
    }

    @Test("A token with another sign-in's nonce is refused, one with ours is taken")
    func nonce() {
        func token(_ nonce: String) -> OAuthTokens {
            let claims = Base64URL.text(Array(#"{"nonce": "\#(nonce)"}"#.utf8))
            return OAuthTokens(accessToken: Secret("a"), idToken: Secret("e30.\(claims).c2ln"))
        }
        var machine = exchanging()
        guard case .end(.failed) = machine.exchanged(.success(token("other"))).first else {
            Issue.record("a foreign token was taken")
            return
        }
        machine = exchanging()
        #expect(machine.exchanged(.success(token(secrets.nonce))) == [.finish(token(secrets.nonce))])
    }

    @Test("A code that came too late has expired")
    func lateCode() {
        var machine = exchanging()
        let refusal = APIFailure.tokenRefused(OAuthRefusal(error: "invalid_grant"), status: 400)
        #expect(machine.exchanged(.failure(refusal)) == [.end(.expired)])
    }
}
