import Chat
import StompClient

/// One profile of the configuration file: how to connect, what to join, how messages look. What it leaves out is nil.
struct Profile: Sendable {
    /// The kind of server, if the profile says it.
    var kind: ServerKind?
    var url: String?
    /// Whether the chat opens it without being asked to.
    var connectsByItself = false
    var tokenStore: TokenStoreSetting?
    /// What a token file is sealed with.
    var passphrase: SecretSource?
    /// Whether the live connection signs in with a short-lived ticket in place of the access token.
    var usesTicket = false
    var signInWay: SignInWay?
    var login: String?
    var password: SecretSource?
    var token: SecretSource?
    var tokenPlacement: ConnectionSettings.TokenPlacement?
    var host: String?
    var connectHeaders: [(name: String, value: String)] = []
    var httpHeaders: [(name: String, value: String)] = []

    var caFile: String?
    var clientCertificate: String?
    var clientKey: String?
    var isInsecure = false
    var proxy: String?

    var heartBeat: (send: Duration, receive: Duration)?
    var connectTimeout: Duration?
    var signInTimeout: Duration?
    var receiptTimeout: Duration?
    var attemptLimit: Int?
    var stableAfter: Duration?
    var compression = true
    var contentLength = true
    var receipts = true

    var threads: [JoinedThread] = []
    var sendTo: String?
    var name: String?
    var body = BodyForm.json
    var fields = FieldPaths()
    /// How long messages are kept on this machine; nil for ever.
    var historyKept: Duration?

    /// The form of bodies.
    enum BodyForm: String, CaseIterable, Sendable {
        /// JSON where they are JSON, when sending a JSON object.
        case json
        /// Text as it is.
        case text
    }

    /// A thread to join.
    struct JoinedThread: Sendable, Equatable {
        var destination: String
        var title: String?
        var sendTo: String?
        var headers: [Header] = []

        /// A header of SUBSCRIBE.
        struct Header: Sendable, Equatable {
            var name: String
            var value: String
        }
    }
}
