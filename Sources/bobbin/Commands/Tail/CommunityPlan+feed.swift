import Chat
import ChatStore
import CommandLineManual
import Community
import Headless
import StompClient

extension CommunityPlan {
    /// The community as a tail sees it.
    func feed(
        _ arguments: ConnectionArguments,
        environment: [String: String],
        tracesFrames: Bool,
        log: (@Sendable (String) -> Void)?
    ) throws(StartFailure) -> CommunityFeed {
        let link = try CommunityLink(self, log: log)
        let shelf = shelf(environment: environment)
        return CommunityFeed(
            calls: ClientCalls(link.client, session: link.session, version: ProgramVersion.release),
            connection: link.connection(tokens(link)) { $0.tracesFrames = tracesFrames },
            version: ProgramVersion.release,
            url: shownURL,
            reconnects: arguments.reconnects
        ) { memberID in
            // Without a place for files nobody is blocked here.
            guard shelf.has(account: memberID), let store = try? await shelf.open(account: memberID) else { return [] }
            let members = try? await store.members()
            await store.close()
            return Set((members ?? []).filter(\.isBlocked).map(\.id))
        }
    }

    private func tokens(_ link: CommunityLink) -> SocketTokens {
        guard choice.profile.usesTicket else { return SocketTokens(session: link.session) }
        let client = link.client
        return SocketTokens(session: link.session) { () throws(APIFailure) in
            try await client.call(DeviceEndpoints.ChatSession()).token
        }
    }
}
