/// Where a profile keeps its session with a community.
enum TokenStoreSetting: Sendable, Equatable {
    /// An encrypted file; nil for the usual place.
    case file(String?)
    /// The desktop's keyring.
    case secretTool
    /// Programs of the user's choice.
    case commands(Commands)
    /// An environment variable that holds an access token.
    case environment(String)

    /// Programs with their arguments; they run without a shell.
    struct Commands: Sendable, Equatable {
        /// Prints the session.
        var read: [String]
        /// Takes a session on its standard input.
        var write: [String]?
        /// Forgets the session.
        var erase: [String]?
    }
}

/// How a person signs in to a community.
enum SignInWay: String, Sendable, CaseIterable {
    case email
    case phone
    case browser
    case device
}
