import Transport

extension TransportSettings {
    /// What the command line and a profile say about the network.
    init(_ arguments: ConnectionArguments, _ profile: Profile, _ surroundings: SecretSource.Surroundings) {
        self.init()
        let expand = { (path: String) in FilePath.expand(path, surroundings) }
        if let limit = profile.connectTimeout { connectTimeout = limit }
        // The command line's words replace the profile's, and its paths start from where the user stands.
        isInsecure = arguments.isInsecure || (profile.isInsecure && arguments.caFile == nil)
        caFile = arguments.isInsecure ? nil : arguments.caFile ?? profile.caFile.map(expand)
        clientCertificate = profile.clientCertificate.map(expand)
        clientKey = profile.clientKey.map(expand)
        proxy = profile.proxy
    }

    /// What the user should know of them.
    var warnings: [String] {
        isInsecure ? ["certificates are not checked; anybody on the way can read along"] : []
    }
}
