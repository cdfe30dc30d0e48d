import Chat
import StompClient

/// One profile of the configuration file: how to connect, what to join, how messages look. What it leaves out is nil.
struct Profile: Sendable {
    /// The kind of server, if the profile says it.
    var kind: ServerKind?
    var url: String?
    /// Further nodes of the same cluster, in the order they are tried.
    var alternatives: [String] = []
    /// What kind of broker it is, for all that the profile does not say.
    var preset: Preset?
    /// Whether frames travel by SockJS.
    var usesSockJS = false
    /// The longest message of the WebSocket, in bytes; nil sends each frame as one.
    var splitsFramesAt: Int?
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
    var frameToken: ConnectionSettings.FrameToken?
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

    /// What the server has beyond destinations.
    var shape = BrokerShape()
    /// How messages are written, where the client's own form is not wanted.
    var template = MessageTemplate()
    /// The API beside the broker; nil for the host of the WebSocket.
    var api: String?
    var refresh: RefreshSetting?
    /// Who the person is, by the server's name for them.
    var me: String?
    /// The zone of times that name none.
    var zone = Zone.system
    /// The events that bring a message; empty for all.
    var messageEvents: Set<String> = []
    /// What the server's words for kinds of messages mean.
    var kinds = MessageKinds()

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
        /// Its destination, or its room.
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
