import Community
import Headless
import StompClient
import Transport

/// Everything that is needed to reach a community, made of the command line, the profile and the environment.
struct CommunityPlan: Sendable {
    /// The profile in use.
    let choice: ProfileChoice
    /// Where the community's API is.
    let base: BaseURL
    /// How the live connection behaves.
    let settings: ConnectionSettings
    /// How the network is used.
    let transport: TransportSettings
    /// Where the session is kept.
    let store: any SessionStore
    /// What the user should know before anything happens.
    let warnings: [String]

    /// What the command line said of certificates, as words to say again.
    private let trustWords: String

    /// Reads what names secrets; blocks while a program is asked for one.
    init(
        _ arguments: ConnectionArguments,
        _ choice: ProfileChoice,
        environment: [String: String]
    ) throws(StartFailure) {
        let server: CommunityURL
        do throws(ServerURL.Fault) {
            server = try CommunityURL(arguments.url ?? choice.profile.url ?? "")
        } catch {
            throw StartFailure(badURL: arguments.url ?? "", error)
        }
        let surroundings = SecretSource.Surroundings(environment: environment, folder: choice.folder)
        self.choice = choice
        trustWords =
            arguments.isInsecure
            ? " --insecure" : arguments.caFile.map { " --ca-file \(Printable($0))" } ?? ""
        base = server.base
        var settings = ConnectionSettings()
        settings.take(choice.profile, reconnects: arguments.reconnects)
        self.settings = settings
        transport = TransportSettings(arguments, choice.profile, surroundings)
        store = try TokenStoreSetting.store(of: choice, server: server.base, environment: environment)
        let clear = "\(Printable(server.base.text)) is not encrypted; anybody on the way can read along and take over"
        warnings = transport.warnings + (server.isInTheClear ? [clear] : [])
    }

    /// The server's address for people.
    var shownURL: String { Printable(base.text).description }

    /// The server's name, and its port where that is not the usual one.
    var host: String {
        let usual = base.origin.scheme == "https" ? 443 : 80
        return Printable(base.origin.host).description + (base.origin.port == usual ? "" : ":\(base.origin.port)")
    }

    /// Words that make a command mean this server: `--profile work`.
    var words: String {
        (choice.name.map { "--profile \(Printable($0))" } ?? "--url \(shownURL)") + trustWords
    }
}
