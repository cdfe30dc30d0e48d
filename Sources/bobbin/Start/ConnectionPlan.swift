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
    /// The server's WebSocket or STOMP port.
    let url: URL
    /// The same of further nodes of its cluster.
    let alternatives: [URL]
    /// The server's address for people: without its query, which may hold a token. Of a cluster it names all hosts.
    let shownURL: String
    /// The address by which what is kept of the server is found.
    let keptURL: String
    /// Whether its threads are streams.
    let readsStreams: Bool
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
        alternatives = try ConnectionPlan.alternatives(arguments, choice)
        keptURL = ConnectionPlan.shown(server.url)
        shownURL = ConnectionPlan.shown(server.url, alternatives)
        readsStreams = choice.kind(url: arguments.url) == .stream
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

    /// The nodes that the profile names, unless the command line names another server.
    private static func alternatives(
        _ arguments: ConnectionArguments,
        _ choice: ProfileChoice
    ) throws(StartFailure) -> [URL] {
        guard arguments.url == nil else { return [] }
        var urls: [URL] = []
        for text in choice.profile.alternatives {
            do throws(ServerURL.Fault) {
                urls.append(try ServerURL(text, preset: choice.profile.preset).url)
            } catch {
                throw StartFailure(badURL: text, error)
            }
        }
        return urls
    }

    /// An address without its query, and the hosts of others beside its own.
    static func shown(_ url: URL, _ others: [URL] = []) -> String {
        let text = String(url.absoluteString.prefix { $0 != "?" })
        guard let start = text.firstRange(of: "://")?.upperBound else { return text }
        let end = text[start...].firstIndex(of: "/") ?? text.endIndex
        let hosts = others.map { other in
            let host = other.absoluteString.firstRange(of: "://").map { other.absoluteString[$0.upperBound...] }
            return String((host ?? "").prefix { $0 != "/" && $0 != "?" })
        }
        return text[..<end] + hosts.map { "," + $0 }.joined() + text[end...]
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
