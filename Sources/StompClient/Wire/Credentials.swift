import Stomp

/// Where the token of one attempt goes.
struct Credentials: Sendable {
    let connectHeaders: [(name: String, value: String)]
    let httpHeaders: [(name: String, value: String)]
    let queryItem: (name: String, value: String)?

    init(token: String?, placement: ConnectionSettings.TokenPlacement) {
        var connectHeaders: [(name: String, value: String)] = []
        var httpHeaders: [(name: String, value: String)] = []
        var queryItem: (name: String, value: String)?
        if let token {
            switch placement {
            case .connectHeader(let name, let prefix): connectHeaders = [(name, prefix + token)]
            case .httpHeader(let name, let prefix): httpHeaders = [(name, prefix + token)]
            case .query(let name): queryItem = (name, token)
            }
        }
        self.connectHeaders = connectHeaders
        self.httpHeaders = httpHeaders
        self.queryItem = queryItem
    }
}
