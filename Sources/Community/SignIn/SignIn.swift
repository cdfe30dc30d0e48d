import Transport

/// Signs a person in, in one of several ways; each is a machine, and this does what it says.
package struct SignIn: Sendable {
    /// The name by which servers know this program.
    package static let clientId = "bobbin"

    let client: APIClient
    let prompter: any SignInPrompter
    let clock: any Clock<Duration>
    let now: @Sendable () -> Timestamp

    /// - Parameter client: a client without a ``TokenPlugin``.
    package init(
        client: APIClient,
        prompter: any SignInPrompter,
        clock: any Clock<Duration> = ContinuousClock(),
        now: @escaping @Sendable () -> Timestamp = { .now }
    ) {
        self.client = client
        self.prompter = prompter
        self.clock = clock
        self.now = now
    }

    /// Calls, and takes what comes as a value.
    func result<Call: APIEndpoint>(_ endpoint: Call) async -> Result<Call.Answer, APIFailure> {
        do throws(APIFailure) {
            return .success(try await client.call(endpoint))
        } catch {
            return .failure(error)
        }
    }

    /// Asks the person; a cancelled task gives up.
    func ask(_ question: SignInQuestion) async -> Secret? {
        let answer = await prompter.answer(to: question)
        return Task.isCancelled ? nil : answer
    }

    func stored(_ answer: SignedIn) -> StoredTokens {
        StoredTokens(
            access: answer.accessToken,
            refresh: answer.refreshToken,
            expiresAt: TokenExpiry.date(of: answer.accessToken, expiresIn: answer.expiresIn, now: now()),
            memberId: answer.memberId,
            name: answer.name
        )
    }

    /// Tokens of RFC 6749 do not say whose they are: the server is asked.
    func stored(_ answer: OAuthTokens) async -> StoredTokens {
        var tokens = StoredTokens(
            access: answer.accessToken,
            refresh: answer.refreshToken,
            expiresAt: TokenExpiry.date(of: answer.accessToken, expiresIn: answer.expiresIn, now: now()),
            grant: .oauth(clientId: Self.clientId)
        )
        let profile = try? await client.adding(FixedTokenPlugin(token: answer.accessToken)).call(MemberEndpoints.Me())
        tokens.memberId = profile?.memberId
        tokens.name = profile?.name
        return tokens
    }
}

/// Puts one token on each call, before there is a session.
private struct FixedTokenPlugin: APIPlugin {
    let token: Secret

    func prepare(_ request: inout HTTPRequest, for call: APICall) async throws(APIFailure) {
        request.headers["Authorization"] = "Bearer " + token.revealed
    }
}
