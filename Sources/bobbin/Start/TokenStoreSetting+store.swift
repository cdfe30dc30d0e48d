import Community
import Headless

extension TokenStoreSetting {
    /// Makes the store of a profile's session; blocks while a passphrase is asked for.
    ///
    /// Without a setting it is a file, or, for a server named on the command line, what `BOBBIN_TOKEN` holds.
    static func store(
        of choice: ProfileChoice,
        server: BaseURL,
        environment: [String: String]
    ) throws(StartFailure) -> any SessionStore {
        let surroundings = SecretSource.Surroundings(environment: environment, folder: choice.folder)
        let usual = { () throws(StartFailure) -> String in
            try StateFolder.tokens(environment: environment) + "/"
                + TokenFileName.of(profile: choice.name, server: server)
        }
        let hasToken = choice.name == nil && environment["BOBBIN_TOKEN"]?.isEmpty == false
        switch choice.profile.tokenStore ?? (hasToken ? .environment("BOBBIN_TOKEN") : .file(nil)) {
        case .file(let path):
            let file: String
            if let path { file = FilePath.expand(path, surroundings) } else { file = try usual() }
            return EncryptedFileTokenStore(path: file, passphrase: try passphrase(choice, surroundings))
        case .secretTool:
            let label = "\(choice.name.map { "\($0) " } ?? "")\(server.text)"
            return CommandTokenStore.secretTool(profile: label, lockPath: try usual() + ".lock")
        case .commands(let commands):
            return CommandTokenStore(
                reading: commands.read,
                writing: commands.write,
                erasing: commands.erase,
                lockPath: try usual() + ".lock"
            )
        case .environment(let name):
            return EnvironmentTokenStore(variable: name)
        }
    }

    private static func passphrase(
        _ choice: ProfileChoice,
        _ surroundings: SecretSource.Surroundings
    ) throws(StartFailure) -> Secret? {
        let variable = "BOBBIN_PASSPHRASE"
        let isSet = surroundings.environment[variable]?.isEmpty == false
        guard let source = choice.profile.passphrase ?? (isSet ? .environment(variable) : nil) else { return nil }
        return Secret(try source.read(source.setting("passphrase", of: choice.name), in: surroundings))
    }
}
