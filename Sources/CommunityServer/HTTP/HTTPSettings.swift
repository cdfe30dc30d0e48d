/// How much the HTTP server takes.
struct HTTPSettings: Sendable {
    /// The longest body of a request that is no upload, in bytes.
    var bodyLimit = 1 << 20
    /// How much of a body that is not wanted is read and dropped, in bytes, so that the refusal can be read; with more to
    /// come the connection is closed behind the refusal.
    var discardLimit = 64 << 20
    /// How many connections there may be, WebSockets among them; more wait in the system's queue.
    var connectionLimit = 4096
    /// How many of them one address may have; nil for all.
    var connectionsPerAddress: Int?
    /// How long a connection may stay silent, in whole seconds; WebSockets have their own rule.
    var idleTimeout = Duration.seconds(30)
    /// How long a request may take to come, in all; an upload longer, by its size.
    var requestTimeout = Duration.seconds(60)
    /// The slowest an upload may come, in bytes a second.
    var slowestUpload = 16 << 10
    /// Memory of one connection in bytes; the head of a request has to fit into it.
    var connectionMemory = 32 << 10
    /// Takes the caller's address from the proxy in front.
    var trustsProxy = false
    /// The certificate and key, in PEM.
    var identity: TLSIdentity?
}
