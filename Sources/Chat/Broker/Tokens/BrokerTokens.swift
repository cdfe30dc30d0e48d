import FoundationEssentials
package import StompClient
package import Transport

/// The token of one broker's session, for the live connection and for REST alike: as the person gave it, and renewed
/// where the profile says how. Whoever asks while it is being renewed waits for the same answer.
package actor BrokerTokens: TokenStore, TokenRefresher {
    private let source: any TokenStore
    private let renewal: TokenRenewal?
    private let http: any HTTPClient
    private let base: String
    private let now: @Sendable () -> Int64
    private var token: String?
    private var obtainedAt: Int64 = 0
    /// The newest token that renews, once the server has given another one.
    private var refreshed: String?
    private var underWay: Task<Result<TokenPair, RESTFailure>, Never>?

    /// - Parameters:
    ///   - source: the token as the person gave it.
    ///   - renewal: nil where the source is asked again instead.
    ///   - base: the server's API.
    ///   - now: milliseconds since 1970.
    package init(
        source: any TokenStore,
        renewal: TokenRenewal?,
        http: any HTTPClient,
        base: String,
        now: @escaping @Sendable () -> Int64 = { BrokerSession.systemTime() }
    ) {
        self.source = source
        self.renewal = renewal
        self.http = http
        self.base = base
        self.now = now
    }

    /// The token for the next attempt: a new one where the old one is about to end.
    package func accessToken() async -> String? {
        if renewal == nil || token == nil { obtained(await source.accessToken()) }
        guard renewal != nil, isDue else { return token }
        return (try? await renew().get().access) ?? token
    }

    /// The token for a call, without asking its source again.
    func current() async -> String? {
        if token == nil || (renewal != nil && isDue) { return await accessToken() }
        return token
    }

    /// Another token than `stale`, which the server does not take; nil when there is none.
    func renewed(after stale: String?) async -> String? {
        if let token, token != stale { return token }
        guard renewal != nil else {
            obtained(await source.accessToken())
            return token == stale ? nil : token
        }
        return try? await renew().get().access
    }

    /// How long the token is to be left alone; nil when nothing is known of its end, or it can't be renewed.
    package func timeToRenewal() -> Duration? {
        guard let renewal, let end = end() else { return nil }
        return max(.zero, .milliseconds(end - now()) - renewal.margin)
    }

    /// Renews the token before its end.
    func renewAhead() async throws(RESTFailure) -> String {
        try await renew().get().access
    }

    package func refreshToken() async -> String? {
        if let refreshed { return refreshed }
        return await renewal?.source()
    }

    package func refresh(_ refreshToken: String) async throws -> TokenPair {
        try await renew().get()
    }

    package func save(_ tokens: TokenPair) async throws {}

    package func clear() async throws {}

    // MARK: Renewal

    private func obtained(_ token: String?) {
        guard self.token != token else { return }
        self.token = token
        obtainedAt = now()
    }

    private func end() -> Int64? {
        guard let token else { return nil }
        if let end = TokenExpiry.milliseconds(token) { return end }
        return renewal?.lifetime.map { obtainedAt + Int64($0 / .milliseconds(1)) }
    }

    /// Whether the token is about to end, or is still to be had by renewal alone.
    private var isDue: Bool {
        guard token != nil else { return true }
        return timeToRenewal() == .zero
    }

    private func renew() async -> Result<TokenPair, RESTFailure> {
        if let underWay { return await underWay.value }
        let task = Task { await exchange() }
        underWay = task
        let result = await task.value
        underWay = nil
        return result
    }

    private func exchange() async -> Result<TokenPair, RESTFailure> {
        guard let renewal, let old = await refreshToken() else { return .failure(.nothing(at: "the refresh token")) }
        var request = renewal.call.request(base: base, TemplateValues([.refreshToken: old, .token: token ?? ""]))
        if let cookie = renewal.cookie { request.headers["Cookie"] = "\(cookie)=\(old)" }
        do throws(HTTPError) {
            let answer = try await http.send(request)
            guard answer.isSuccess else {
                return .failure(
                    .refused(status: answer.status, body: String(decoding: answer.body.prefix(400), as: UTF8.self))
                )
            }
            guard let pair = renewal.pair(in: answer) else { return .failure(.nothing(at: "the new token's path")) }
            token = pair.access
            obtainedAt = now()
            if let next = pair.refresh, next != old {
                refreshed = next
                await renewal.save?(next)
            }
            return .success(pair)
        } catch {
            return .failure(.noAnswer(error))
        }
    }
}

extension TokenRenewal {
    /// The tokens in an answer.
    fileprivate func pair(in answer: HTTPResponse) -> TokenPair? {
        let document = JSONValue(document: Data(answer.body))
        let inBody = document.flatMap { document in access?.value(in: document)?.scalarText }
        let inHeader = accessHeader.flatMap { answer.headers[$0] }
            .map { $0.lowercased().hasPrefix("bearer ") ? String($0.dropFirst("bearer ".count)) : $0 }
        guard let access = inBody ?? inHeader, !access.isEmpty else { return nil }
        let next = document.flatMap { document in refresh?.value(in: document)?.scalarText }
        return TokenPair(access: access, refresh: next ?? cookie.flatMap { answer.cookie($0) })
    }
}

extension HTTPResponse {
    /// A cookie that the answer sets (RFC 6265 §4.1.1); nil when it sets none of that name, or an empty one.
    fileprivate func cookie(_ name: String) -> String? {
        for field in headers.fields where field.name.lowercased() == "set-cookie" {
            let pair = field.value.prefix { $0 != ";" }
            guard let equals = pair.firstIndex(of: "="), pair[..<equals].trimmingSpaces() == name else { continue }
            let value = pair[pair.index(after: equals)...].trimmingSpaces()
            if !value.isEmpty { return value }
        }
        return nil
    }
}

extension Substring {
    fileprivate func trimmingSpaces() -> String {
        var text = self
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
