/// Where a password or token comes from.
enum SecretSource: Sendable, Equatable {
    /// The first line of a file.
    case file(String)
    /// The first line that a program prints; it runs without a shell.
    case command([String])
    /// An environment variable.
    case environment(String)
}
