import Chat
import FoundationEssentials
import Headless
import Stomp
import StompClient
import Transport

/// Everything that is needed to connect, made of the command line, the profile and the environment.
struct ConnectionPlan: Sendable {
    /// The profile in use.
    let choice: ProfileChoice
    /// The server's WebSocket.
    let url: URL
    /// The server's address for people: without its query, which may hold a token.
    let shownURL: String
    /// How the connection behaves.
    let settings: ConnectionSettings
    /// How the network is used.
    let transport: TransportSettings
    /// Where the token comes from.
    let tokens: ProfileTokens
    /// The API beside the broker; nil where the profile speaks of none.
    let api: BrokerAPI?
    /// What the user should know before anything happens.
    let warnings: [String]

    init(
        _ arguments: ConnectionArguments,
        _ choice: ProfileChoice,
        environment: [String: String],
        complain: @escaping @Sendable (String) -> Void
    ) throws(StartFailure) {
        let server = try ConnectionPlan.server(arguments, choice)
        let secrets = try ConnectionSecrets(arguments, choice, server, environment: environment)
        self.choice = choice
        url = server.url
        shownURL = String(server.url.absoluteString.prefix { $0 != "?" })
        settings = ConnectionPlan.settings(arguments, choice.profile, secrets)
        transport = TransportSettings(arguments, choice.profile, secrets.surroundings)
        tokens = try ProfileTokens(secrets, complain: complain)
        api = try BrokerAPI(choice.profile, server.url, transport, tokens, secrets.surroundings)
        warnings = secrets.warnings + transport.warnings
    }

    private static func server(
        _ arguments: ConnectionArguments,
        _ choice: ProfileChoice
    ) throws(StartFailure) -> ServerURL {
        do throws(ServerURL.Fault) {
            return try ServerURL(
                arguments.url ?? choice.profile.url ?? ServerURL.local,
                preset: choice.profile.preset
            )
        } catch {
            throw StartFailure(badURL: arguments.url ?? "", error)
        }
    }

    private static func settings(
        _ arguments: ConnectionArguments,
        _ profile: Profile,
        _ secrets: ConnectionSecrets
    ) -> ConnectionSettings {
        var settings = ConnectionSettings()
        settings.take(profile, reconnects: arguments.reconnects)
        settings.login = secrets.login
        settings.passcode = secrets.passcode
        settings.host = arguments.host ?? profile.host
        settings.connectHeaders = StompHeaders(profile.connectHeaders.map { .init(name: $0.name, value: $0.value) })
        settings.httpHeaders = profile.httpHeaders
        if let placement = profile.tokenPlacement { settings.tokenPlacement = placement }
        settings.frameToken = profile.frameToken
        settings.usesSockJS = profile.usesSockJS
        settings.splitsFramesAt = profile.splitsFramesAt
        settings.omitsContentLength = !profile.contentLength
        settings.confirmsSubscriptions = profile.receipts
        return settings
    }
}
