import Transport

/// Decides the sign-in in a browser of this machine (RFC 8252 §7.3) with PKCE (RFC 7636).
///
/// The contract names no authorization endpoint; this one is where RFC 6749 servers have it: `/oauth/authorize`.
struct LoopbackSignIn {
    /// How long a person may take in the browser.
    static let patience = Duration.seconds(300)
    /// The path the browser comes back to.
    static let path = "/callback"

    enum Action: Equatable {
        case open(url: String)
        /// Wait for the browser to come back, at most this long.
        case listen(Duration)
        case exchange(TokenForm)
        case end(SignInFailure)
        case finish(OAuthTokens)
    }

    /// What nobody else can know; made anew for each sign-in.
    struct Secrets: Equatable {
        let state: String
        let nonce: String
        let verifier: Secret

        init(random: (Int) throws(Cryptography.Failure) -> [UInt8]) throws(Cryptography.Failure) {
            state = Base64URL.text(try random(32))
            nonce = Base64URL.text(try random(32))
            verifier = Secret(Base64URL.text(try random(32)))
        }

        /// RFC 7636 §4.2.
        var challenge: String { Base64URL.text(Cryptography.sha256(Array(verifier.revealed.utf8))) }
    }

    private enum State {
        case opening
        case listening
        case exchanging
        case over
    }

    let secrets: Secrets
    private let clientId: String
    private let base: BaseURL
    private let redirectURI: String
    private var state = State.opening

    init(base: BaseURL, clientId: String, port: Int, secrets: Secrets) {
        self.base = base
        self.clientId = clientId
        self.secrets = secrets
        redirectURI = "http://127.0.0.1:\(port)\(Self.path)"
    }

    func start() -> [Action] {
        let items = [
            QueryItem("response_type", "code"), QueryItem("client_id", clientId),
            QueryItem("redirect_uri", redirectURI), QueryItem("state", secrets.state),
            QueryItem("nonce", secrets.nonce), QueryItem("code_challenge", secrets.challenge),
            QueryItem("code_challenge_method", "S256"),
        ]
        let query = String(decoding: FormText.write(items), as: UTF8.self)
        return [.open(url: base.text + APIService.oauth.prefix + "/authorize?" + query)]
    }

    /// The browser was opened, or could not be.
    mutating func opened(_ isOpen: Bool) -> [Action] {
        guard case .opening = state else { return [] }
        guard isOpen else { return end(.noBrowser) }
        state = .listening
        return [.listen(Self.patience)]
    }

    /// Whether what came is the answer to this sign-in. Anybody on the machine can send to the port: what does not know
    /// the state is ignored.
    static func isAnswer(_ query: [QueryItem], to secrets: Secrets) -> Bool {
        guard let state = query["state"] else { return false }
        return Cryptography.isEqual(Array(state.utf8), Array(secrets.state.utf8))
            && (query["code"] != nil || query["error"] != nil)
    }

    /// The browser came back, or did not in time.
    mutating func redirected(_ result: Result<[QueryItem], SignInFailure>) -> [Action] {
        guard case .listening = state else { return [] }
        switch result {
        case .failure(let failure):
            return end(failure)
        case .success(let query):
            guard Self.isAnswer(query, to: secrets) else {
                return end(.failed(.unexpected(detail: "the browser came back from another sign-in")))
            }
            if let error = query["error"] {
                if error == OAuthRefusal.accessDenied { return end(.denied) }
                let refusal = OAuthRefusal(error: error, errorDescription: query["error_description"])
                return end(.failed(.tokenRefused(refusal, status: 400)))
            }
            state = .exchanging
            return [
                .exchange(
                    .authorizationCode(
                        Secret(query["code"] ?? ""),
                        redirectURI: redirectURI,
                        verifier: secrets.verifier,
                        clientId: clientId
                    )
                )
            ]
        }
    }

    /// The server traded the code, or did not.
    mutating func exchanged(_ result: Result<OAuthTokens, APIFailure>) -> [Action] {
        guard case .exchanging = state else { return [] }
        switch result {
        case .success(let tokens):
            // OpenID Connect Core §3.1.3.7: a token for another request is not ours. Without an ID token there is no
            // nonce, and PKCE alone ties the code to this request.
            if let token = tokens.idToken, Self.nonce(of: token) != secrets.nonce {
                return end(.failed(.unexpected(detail: "the token belongs to another sign-in")))
            }
            state = .over
            return [.finish(tokens)]
        case .failure(.tokenRefused(let refusal, _)) where refusal.error == OAuthRefusal.invalidGrant:
            return end(.expired)
        case .failure(let failure):
            return end(SignInFailure(failure))
        }
    }

    private struct Claims: Decodable, Sendable {
        let nonce: String?
    }

    private static func nonce(of token: Secret) -> String? {
        JWT.payload(of: token).flatMap { try? WireJSON.read(Claims.self, from: $0).value.nonce }
    }

    private mutating func end(_ failure: SignInFailure) -> [Action] {
        state = .over
        return [.end(failure)]
    }
}
