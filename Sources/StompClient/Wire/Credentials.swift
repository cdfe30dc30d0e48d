import Stomp

/// Where the token of one attempt goes.
struct Credentials: Sendable {
    let connectHeaders: [(name: String, value: String)]
    let httpHeaders: [(name: String, value: String)]
    let queryItem: (name: String, value: String)?
    /// What every frame carries.
    let frameHeaders: [(name: String, value: String)]

    init(token: String?, _ settings: ConnectionSettings) {
        let placement = settings.tokenPlacement
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
        frameHeaders = settings.frameToken.flatMap { frame in token.map { [(frame.name, frame.prefix + $0)] } } ?? []
        for header in frameHeaders where !connectHeaders.contains(where: { $0.name == header.name }) {
            connectHeaders.append(header)
        }
        self.connectHeaders = connectHeaders
        self.httpHeaders = httpHeaders
        self.queryItem = queryItem
    }
}
