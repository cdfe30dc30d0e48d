import Community

/// RFC 6749 §4.1.1 with RFC 7636 §4.3: what a browser brings to the sign-in page.
struct AuthorizationRequest: Equatable {
    var redirect: String
    var state: String?
    var challenge: String

    /// What is wrong with a request.
    enum Fault: Error, Equatable {
        /// The client or the address to go back to is not ours: nothing may be sent there.
        case page(String)
        /// The address is good: the error goes there.
        case redirect(to: String)
    }

    init(_ fields: [QueryItem]) throws(Fault) {
        guard fields["client_id"] == OAuthRules.clientID else { throw .page("This program is not known here.") }
        guard let redirect = fields["redirect_uri"], OAuthRules.isLoopback(redirect) else {
            throw .page("The program asks to go back to an address that is not on this machine.")
        }
        let state = fields["state"]
        func refused(_ error: String, _ description: String) -> Fault {
            .redirect(
                to: Self.answer(
                    [
                        QueryItem("error", error), QueryItem("error_description", description),
                    ],
                    state: state,
                    to: redirect
                )
            )
        }
        guard fields["response_type"] == "code" else {
            throw refused("unsupported_response_type", "response_type is not code")
        }
        guard fields["code_challenge_method"] == "S256", let challenge = fields["code_challenge"],
            OAuthRules.isChallenge(challenge)
        else { throw refused("invalid_request", "PKCE with S256 is needed") }
        self.redirect = redirect
        self.state = state
        self.challenge = challenge
    }

    /// Where the browser goes with an answer; the state goes along.
    static func answer(_ items: [QueryItem], state: String?, to redirect: String) -> String {
        OAuthRules.appending(items + (state.map { [QueryItem("state", $0)] } ?? []), to: redirect)
    }

    func answer(_ items: [QueryItem]) -> String { Self.answer(items, state: state, to: redirect) }

    /// The same request as fields of a form.
    var fields: [QueryItem] {
        [
            QueryItem("client_id", OAuthRules.clientID), QueryItem("redirect_uri", redirect),
            QueryItem("response_type", "code"), QueryItem("code_challenge", challenge),
            QueryItem("code_challenge_method", "S256"),
        ] + (state.map { [QueryItem("state", $0)] } ?? [])
    }
}

extension [QueryItem] {
    /// The value of a field; nil where it stands twice, since then nobody knows which is meant (RFC 6749 §3.1).
    subscript(single name: String) -> String? {
        let found = filter { $0.name == name }
        return found.count == 1 ? found[0].value : nil
    }
}
