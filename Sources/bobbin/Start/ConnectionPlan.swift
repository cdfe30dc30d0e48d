import Chat
import FoundationEssentials
import Headless
import Stomp
import StompClient
import Transport

/// Everything that is needed to connect, made of the command line, the profile and the environment.
struct ConnectionPlan {
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
        transport = ConnectionPlan.transport(arguments, choice.profile, secrets.surroundings)
        tokens = try ProfileTokens(secrets, complain: complain)
        let isUnchecked =
            transport.isInsecure ? ["certificates are not checked; anybody on the way can read along"] : []
        warnings = secrets.warnings + isUnchecked
    }

    private static func server(
        _ arguments: ConnectionArguments,
        _ choice: ProfileChoice
    ) throws(StartFailure) -> ServerURL {
        do throws(ServerURL.Fault) {
            return try ServerURL(arguments.url ?? choice.profile.url ?? ServerURL.local)
        } catch {
            // A URL with a password in it is not repeated.
            let shown = error.problem.contains("password") ? "" : " \(Printable(arguments.url ?? ""))"
            throw StartFailure(.usage, "--url\(shown) \(error.problem)")
        }
    }

    private static func settings(
        _ arguments: ConnectionArguments,
        _ profile: Profile,
        _ secrets: ConnectionSecrets
    ) -> ConnectionSettings {
        var settings = ConnectionSettings()
        settings.login = secrets.login
        settings.passcode = secrets.passcode
        settings.host = arguments.host ?? profile.host
        settings.connectHeaders = StompHeaders(profile.connectHeaders.map { .init(name: $0.name, value: $0.value) })
        settings.httpHeaders = profile.httpHeaders
        if let placement = profile.tokenPlacement { settings.tokenPlacement = placement }
        if let heartBeat = profile.heartBeat {
            settings.heartBeatSend = heartBeat.send
            settings.heartBeatReceive = heartBeat.receive
        }
        if let limit = profile.signInTimeout { settings.signInTimeout = limit }
        if let limit = profile.receiptTimeout { settings.receiptTimeout = limit }
        if let time = profile.stableAfter { settings.stableAfter = time }
        settings.attemptLimit = arguments.reconnects ? profile.attemptLimit : 1
        settings.offersCompression = profile.compression
        settings.omitsContentLength = !profile.contentLength
        return settings
    }

    private static func transport(
        _ arguments: ConnectionArguments,
        _ profile: Profile,
        _ surroundings: SecretSource.Surroundings
    ) -> TransportSettings {
        let expand = { (path: String) in FilePath.expand(path, surroundings) }
        var settings = TransportSettings()
        if let limit = profile.connectTimeout { settings.connectTimeout = limit }
        // The command line's words replace the profile's, and its paths start from where the user stands.
        settings.isInsecure = arguments.isInsecure || (profile.isInsecure && arguments.caFile == nil)
        settings.caFile = arguments.isInsecure ? nil : arguments.caFile ?? profile.caFile.map(expand)
        settings.clientCertificate = profile.clientCertificate.map(expand)
        settings.clientKey = profile.clientKey.map(expand)
        settings.proxy = profile.proxy
        return settings
    }
}
