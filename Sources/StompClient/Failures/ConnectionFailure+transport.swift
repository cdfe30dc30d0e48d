package import Transport

extension ConnectionFailure {
    /// The failure that a broken or refused stream means for the connection.
    package init(_ error: TransportError) {
        self =
            switch error {
            case .nameNotResolved(let host): .nameNotResolved(host: host)
            case .unreachable(let host, let port, let detail): .unreachable(host: host, port: port, detail: detail)
            case .connectTimedOut(_, _, let limit): .timedOut(step: .connecting, after: limit)
            case .tls(let detail): .tls(detail: detail)
            case .badCertificateFile(let path, let detail): .badCertificateFile(path: path, detail: detail)
            case .proxy(let detail): .proxy(detail: detail)
            case .reset(let detail): .lost(detail: detail)
            case .closed, .cancelled: .lost(detail: "the connection was closed on this side")
            case .system(let detail): .system(detail: detail)
            }
    }
}
