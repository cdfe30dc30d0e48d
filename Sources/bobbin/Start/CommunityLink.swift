import CommandLineManual
import Community
import FoundationEssentials
import Headless
import StompClient
import Transport

/// The parts that speak with one community, joined: everything that signs in, calls and connects uses the one session.
struct CommunityLink: Sendable {
    /// Makes calls on the member's behalf.
    let client: APIClient
    /// Makes calls on nobody's behalf, such as signing in.
    let openClient: APIClient
    /// The member's session.
    let session: MemberSession
    private let url: URL
    private let plan: CommunityPlan

    /// - Parameter log: takes a line for each call; nil for no log.
    init(_ plan: CommunityPlan, log: (@Sendable (String) -> Void)? = nil) throws(StartFailure) {
        let http: CurlHTTPClient
        do throws(HTTPError) {
            http = try CurlHTTPClient(settings: plan.transport)
        } catch {
            throw StartFailure(.failure, error.sentence)
        }
        guard let base = URL(string: plan.base.text) else {
            throw StartFailure(.usage, "the URL \(plan.shownURL) can't be used")
        }
        let identity = ClientIdentity(version: ProgramVersion.release, timeZone: LocalTimeZone.name)
        let logs: [any APIPlugin] = log.map { [LogPlugin(write: $0)] } ?? []
        let openClient = APIClient(base: plan.base, http: http, identity: identity, plugins: logs)
        let session = MemberSession(store: plan.store, exchange: ServerTokenExchange(client: openClient))
        let client = APIClient(
            base: plan.base,
            http: http,
            identity: identity,
            plugins: [TokenPlugin(session: session)] + logs
        )
        self.plan = plan
        self.openClient = openClient
        self.session = session
        self.client = client
        url = StompConnection.webSocketURL(base: base)
    }

    /// A live connection that signs in with these tokens, not connected yet.
    func connection(
        _ tokens: SocketTokens,
        _ change: (inout ConnectionSettings) -> Void = { _ in }
    ) -> StompConnection {
        var settings = plan.settings
        change(&settings)
        return StompConnection(
            url: url,
            tokenStore: tokens,
            tokenRefresher: tokens,
            transport: CurlTransport(settings: plan.transport),
            network: SystemNetworkMonitor.shared,
            settings: settings
        )
    }
}
