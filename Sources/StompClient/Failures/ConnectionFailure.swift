/// Why there is no connection, each with what a person needs to do something about it.
public enum ConnectionFailure: Error, Sendable, Equatable {
    /// The URL can't be used.
    case badURL(String, reason: String)
    /// The host name has no address.
    case nameNotResolved(host: String)
    /// Nobody listens there, or the network does not lead there.
    case unreachable(host: String, port: Int, detail: String)
    /// The step named did not end in time.
    case timedOut(step: Step, after: Duration)
    /// The TLS handshake failed.
    case tls(detail: String)
    /// A certificate or key file can't be used.
    case badCertificateFile(path: String, detail: String)
    /// The proxy refused or could not be reached.
    case proxy(detail: String)
    /// The server answered the upgrade with an HTTP status; the start of its body comes with it.
    case upgradeRefused(status: Int, body: String)
    /// The server sent the client elsewhere; redirects are not followed.
    case redirected(status: Int, location: String)
    /// What answered is not a WebSocket server.
    case notWebSocket(detail: String)
    /// What answered on a plain port does not speak STOMP.
    case notSTOMP(detail: String)
    /// The endpoint speaks SockJS; the raw WebSocket is at the path given.
    case sockJS(tryPath: String)
    /// The server refused the credentials or the token.
    case authentication(detail: String)
    /// The server answered CONNECT with an ERROR that is not about credentials.
    case connectRefused(message: String, body: String)
    /// A CONNECT header holds CR, LF or NUL, or a setting can't be sent.
    case badConnectHeader(name: String)
    /// The server and this client have no STOMP version in common.
    case noCommonVersion(offered: String)
    /// The server broke the protocol.
    case protocolViolation(detail: String)
    /// The server sent an ERROR frame on an established session.
    case serverError(message: String, body: String)
    /// The server closed the WebSocket.
    case closedByServer(code: Int?, reason: String)
    /// Nothing came for twice the agreed interval.
    case silent(after: Duration)
    /// The connection broke or ended.
    case lost(detail: String)
    /// The chosen number of attempts was used up; `last` says why the last one failed.
    indirect case gaveUp(attempts: Int, last: ConnectionFailure)
    /// A limit or resource of this machine is in the way.
    case system(detail: String)

    /// The steps that have a time limit.
    public enum Step: String, Sendable {
        case connecting = "connecting"
        case upgrading = "the WebSocket upgrade"
        case signingIn = "the STOMP CONNECT"
    }
}
