/// What the command line asks of a server that runs.
package struct ServerOptions: Sendable, Equatable {
    /// The folder that holds everything.
    package var dataFolder: String
    /// Where it listens.
    package var address: ListenAddress
    /// Files with the certificate and its key, in PEM; nil for no TLS.
    package var identityFiles: IdentityFiles?
    /// Whether a proxy in front brings the callers, and TLS.
    package var isBehindProxy = false
    /// Where people reach the server, when that is not where it listens.
    package var publicURL: String?
    /// How long an access token is good for.
    package var accessTokenLifetime: Duration?
    /// Whether the sample community's bots talk.
    package var hasBots = false
    /// Whether codes for phones are printed, for want of another way to bring them.
    package var printsCodes = false
    /// Whether the end of standard input ends the server.
    package var exitsWithParent = false

    package struct IdentityFiles: Sendable, Equatable {
        package var certificate: String
        package var key: String
    }

    package init(dataFolder: String, address: ListenAddress) {
        self.dataFolder = dataFolder
        self.address = address
    }
}
