import Headless

/// The name, the password and the token's source for one connection.
struct ConnectionSecrets {
    private(set) var login: String?
    private(set) var passcode: String?
    /// Where the token comes from.
    let token: SecretSource?
    /// What names the token's source, for sentences.
    let tokenSetting: String
    /// What reading needs to know.
    let surroundings: SecretSource.Surroundings
    /// Files that others can read.
    let warnings: [String]

    /// Reads the password. Without a name, a password or a token the local RabbitMQ gets its guest.
    init(
        _ arguments: ConnectionArguments,
        _ choice: ProfileChoice,
        _ server: ServerURL,
        environment: [String: String]
    ) throws(StartFailure) {
        let surroundings = SecretSource.Surroundings(environment: environment, folder: choice.folder)
        let profile = choice.profile
        let password = profile.password ?? ConnectionSecrets.variable("BOBBIN_PASSWORD", environment)
        token = profile.token ?? ConnectionSecrets.variable("BOBBIN_TOKEN", environment)
        let passwordSetting = SecretSource.setting("password", profile.password, of: choice.name)
        tokenSetting = SecretSource.setting("token", profile.token, of: choice.name)
        self.surroundings = surroundings
        warnings = [
            password?.warning(passwordSetting, in: surroundings), token?.warning(tokenSetting, in: surroundings),
        ].compactMap(\.self)

        login = arguments.login ?? server.user ?? profile.login
        if login == nil, token == nil, server.isLocalRabbitMQ {
            login = "guest"
            if password == nil { passcode = "guest" }
        }
        // A password without a name would say nothing to anybody.
        if login != nil, let password { passcode = try password.read(passwordSetting, in: surroundings) }
    }

    private static func variable(_ name: String, _ environment: [String: String]) -> SecretSource? {
        environment[name].flatMap { $0.isEmpty ? nil : SecretSource.environment(name) }
    }
}
