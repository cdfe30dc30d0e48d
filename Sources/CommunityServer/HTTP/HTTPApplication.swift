/// What answers the requests that the HTTP server takes in.
protocol HTTPApplication: Sendable {
    /// An answer that needs no waiting, to a request of which only the head has come; nil for the usual way. It is
    /// asked on the server's own thread.
    func answerAtOnce(_ head: RequestHead) -> APIResponse?
    /// Whether the request opens a WebSocket, and then with which answer; nil for plain requests. It is asked on the
    /// server's own thread.
    func upgrade(_ head: RequestHead) -> UpgradeAnswer?
    /// Answers a request with its body.
    func answer(_ request: APIRequest) async -> APIResponse
    /// Whether the request brings the bytes of a file.
    func isUpload(_ request: APIRequest) -> Bool
    /// Says where the bytes go, before the first has come.
    func openUpload(_ request: APIRequest) async -> UploadOpening
    /// All bytes are on disk.
    func finishUpload(_ target: UploadTarget, received: Int) async -> APIResponse
    /// The bytes did not come to an end.
    func abandonUpload(_ target: UploadTarget) async
}

/// What to do with a request for a WebSocket.
enum UpgradeAnswer {
    /// It is opened with these headers; the socket then goes to `taker`.
    case opened(headers: [(name: String, value: String)], taker: any UpgradeTaker)
    /// It is not.
    case refused(APIResponse)
}

/// Takes sockets that have become WebSockets. It is called on the HTTP server's thread and must not block.
protocol UpgradeTaker: Sendable {
    /// `early` are bytes that came behind the request.
    func take(_ socket: UpgradedSocket, early: [UInt8])
}
