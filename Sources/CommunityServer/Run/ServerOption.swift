/// The options of the command line.
enum ServerOption: String, CaseIterable {
    case data, listen
    case tlsCertificate = "tls-cert"
    case tlsKey = "tls-key"
    case behindProxy = "behind-proxy"
    case publicURL = "public-url"
    case accessTokenLifetime = "access-token-lifetime"
    case bots
    case printCodes = "print-codes"
    case exitWithParent = "exit-with-parent"
    case newPasswords = "new-passwords"
    case help, version

    /// What stands behind it; nil for a switch.
    var placeholder: String? {
        switch self {
        case .data: "FOLDER"
        case .listen: "HOST:PORT"
        case .tlsCertificate, .tlsKey: "FILE"
        case .publicURL: "URL"
        case .accessTokenLifetime: "TIME"
        case .behindProxy, .bots, .printCodes, .exitWithParent, .newPasswords, .help, .version: nil
        }
    }

    /// The letter behind a single dash.
    var letter: Character? { self == .help ? "h" : nil }

    /// One sentence.
    var help: String {
        switch self {
        case .data: "Everything is kept here; made where there is none."
        case .listen:
            "Where to listen; 127.0.0.1:8080 unless given, port 0 for a free one. HOST is a numeric address."
        case .tlsCertificate: "The certificate with its chain, in PEM."
        case .tlsKey: "Its key, in PEM and without a passphrase."
        case .behindProxy:
            "A proxy in front brings TLS, X-Forwarded-For (its last entry counts) and X-Forwarded-Proto; then any "
                + "address may be listened on without TLS."
        case .publicURL: "Where people reach the server, for links."
        case .accessTokenLifetime: "How long an access token is good for: 30s, 15m, 1h."
        case .bots: "Let the sample community's bots talk."
        case .printCodes: "Print sign-in codes for phones on standard output."
        case .exitWithParent: "End when standard input ends."
        case .newPasswords: "With seed: renew the passwords of the sample's people."
        case .help: "Show this help."
        case .version: "Show the version, and those of the libraries."
        }
    }

    var spelled: String { "--\(rawValue)" }
}
