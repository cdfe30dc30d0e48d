import ChatUI
import Community
import Headless

/// A member of the sample community at this terminal.
struct DemoSeat: Sendable {
    /// What the community is called on the screen.
    static let name = "demo"

    private let plan: CommunityPlan
    private let account: DemoAccount
    private let environment: [String: String]

    /// Takes the first account that no other demo uses; it is this one's as long as the process runs.
    init(_ server: DemoServer, _ folder: DemoFolder, environment: [String: String]) throws(StartFailure) {
        for (index, account) in server.accounts.enumerated() {
            // The descriptor is left open: it holds the lock.
            guard folder.lock("member-\(index + 1)", waits: false) != nil else { continue }
            var choice = ProfileChoice()
            choice.profile.kind = .community
            choice.profile.tokenStore = .file("\(folder.path)/tokens/member-\(index + 1)")
            choice.keptFolder = folder.kept
            var arguments = ConnectionArguments()
            arguments.url = server.url
            plan = try CommunityPlan(arguments, choice, environment: environment)
            self.account = account
            self.environment = environment
            return
        }
        let count = server.accounts.count
        throw StartFailure(
            .usage,
            "all \(count) members of the sample community are in use; quit one of the other demos"
        )
    }

    /// Signs the member in and makes the session.
    func seat() async throws(StartFailure) -> ChatFront.Seat {
        let link = try CommunityLink(plan)
        do throws(APIFailure) {
            let body = LoginBody(email: account.email, password: Secret(account.password))
            let answer = try await link.openClient.call(AuthEndpoints.Login(body: body))
            let tokens = StoredTokens(
                access: answer.accessToken,
                refresh: answer.refreshToken,
                memberId: answer.memberId,
                name: answer.name
            )
            do throws(TokenStoreFault) {
                let lock = try await plan.store.lock()
                defer { lock.release() }
                try await plan.store.keep(tokens)
            } catch {
                throw APIFailure.tokens(error)
            }
        } catch {
            throw StartFailure(
                ExitCode(error),
                "the sample community does not sign \(Printable(account.email)) in: \(error.line)"
            )
        }
        return ChatFront.Seat(
            id: DemoSeat.name,
            title: DemoSeat.name,
            session: try plan.session(environment: environment)
        )
    }
}
