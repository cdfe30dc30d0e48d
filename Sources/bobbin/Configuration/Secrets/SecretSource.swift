/// Where a password or token comes from.
enum SecretSource: Sendable, Equatable {
    /// The first line of a file.
    case file(String)
    /// The first line that a program prints; it runs without a shell.
    case command([String])
    /// An environment variable.
    case environment(String)
}

extension SecretSource {
    /// What names the source, for sentences: `passwordFile of the profile work`.
    func setting(_ secret: String, of profile: String?) -> String {
        SecretSource.setting(secret, self, of: profile)
    }

    /// What names the source of a secret, also where there is none.
    static func setting(_ secret: String, _ source: SecretSource?, of profile: String?) -> String {
        let setting =
            switch source {
            case .file: "\(secret)File"
            case .command: "\(secret)Command"
            case .environment, nil: "\(secret)Environment"
            }
        return profile.map { "\(setting) of the profile \(Printable($0))" } ?? setting
    }
}
