package import Transport

/// Puts the access token on each call made for somebody, and has it renewed when the server says it has expired.
package struct TokenPlugin: APIPlugin {
    private let session: MemberSession

    package init(session: MemberSession) {
        self.session = session
    }

    private static let prefix = "Bearer "

    package func prepare(_ request: inout HTTPRequest, for call: APICall) async throws(APIFailure) {
        guard call.signIn == .required else { return }
        request.headers["Authorization"] = Self.prefix + (try await session.accessToken()).revealed
    }

    package func mend(
        _ failure: APIFailure,
        after request: HTTPRequest,
        of call: APICall
    ) async throws(APIFailure) -> Bool {
        guard call.signIn == .required, case .refused(let refusal) = failure, refusal.isExpiredToken,
            let header = request.headers["Authorization"], header.hasPrefix(Self.prefix)
        else { return false }
        _ = try await session.accessToken(replacing: Secret(String(header.dropFirst(Self.prefix.count))))
        return true
    }
}
