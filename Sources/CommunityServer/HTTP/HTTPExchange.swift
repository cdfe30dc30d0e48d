/// One request on its way through the server: taken in piece by piece, answered by a task, sent back.
///
/// libmicrohttpd asks for the next step again and again; while the connection is suspended a task has the exchange.
final class HTTPExchange: @unchecked Sendable {
    // Unchecked: it belongs to the library's thread, but to a task from `suspend` to `resume`, which order each other.

    /// How far it has come.
    private enum Step {
        /// The request line has come.
        case began
        /// The body comes.
        case collecting(APIRequest)
        /// Somebody has been asked whether the upload may come, and said no.
        case refused(patience: Int, answer: APIResponse)
        /// The body is not wanted, but the answer can only follow it; so many bytes more are put up with.
        case discarding(patience: Int, answer: APIResponse)
        /// Somebody has been asked whether the upload may come, and said yes.
        case opened(UploadFile)
        /// The bytes of an upload come.
        case uploading(UploadFile)
        /// A task has the exchange.
        case waiting
        /// The answer is known.
        case answered(APIResponse)
        /// The answer is on its way, or there is none.
        case over
    }

    private let rawTarget: String
    private let server: HTTPServer
    private var step = Step.began
    private var upload: UploadFile?

    init(rawTarget: String, server: HTTPServer) {
        self.rawTarget = rawTarget
        self.server = server
    }

    /// Goes one step further.
    ///
    /// - Parameter piece: what has come of the body; empty once for the head and once for the end.
    /// - Returns: false to close the connection without an answer.
    func advance(_ connection: HTTPConnection, method: String, piece: UnsafeRawBufferPointer) -> Bool {
        switch step {
        case .began:
            return begin(connection, method: method)
        case .opened(let file):
            // The call for the head comes again after the wait; only the next ones are about the body.
            step = .uploading(file)
            return true
        case .refused(let patience, let answer):
            step = .discarding(patience: patience, answer: answer)
            return true
        case .collecting(let request):
            return piece.isEmpty ? answer(request, connection) : collect(piece, into: request)
        case .discarding(let patience, let answer):
            guard !piece.isEmpty else { return send(answer, connection) }
            step = .discarding(patience: patience - piece.count, answer: answer)
            return piece.count <= patience
        case .uploading(let file):
            return piece.isEmpty ? finish(file, connection) : write(Array(piece), to: file, connection)
        case .waiting:
            return true
        case .answered(let response):
            return send(response, connection)
        case .over:
            return false
        }
    }

    /// The request is over, with an answer or cut off; what had been stored of it goes.
    func ended() {
        let unfinished = upload
        upload = nil
        guard let unfinished else { return }
        let server = server
        unfinished.abandon { server.tasks.start { await server.application.abandonUpload(unfinished.target) } }
    }

    // MARK: The head

    private func begin(_ connection: HTTPConnection, method: String) -> Bool {
        guard let target = RequestTarget(rawTarget) else {
            return send(.failure(400, "The path or query is malformed."), connection)
        }
        let head = connection.head(method: method, rawTarget: rawTarget, target: target)
        guard !head.hasUnclearLength else {
            let response = APIResponse.failure(
                400,
                "The length of the body is unclear.",
                headers: [("Connection", "close")]
            )
            return send(response, connection)
        }
        if let response = server.application.answerAtOnce(head) { return send(response, connection) }
        switch server.application.upgrade(head) {
        case .opened(let headers, let taker):
            step = .over
            server.deadlines.release(connection.id)
            return connection.upgrade(headers: headers, taker: taker)
        case .refused(let response):
            return send(response, connection)
        case nil:
            break
        }
        let request = head.request(trustsProxy: server.settings.trustsProxy)
        let patience = patience(with: head)
        if server.application.isUpload(request) {
            return open(request, length: head.contentLength, patience: patience, connection)
        }
        if let length = head.contentLength, length > server.settings.bodyLimit {
            guard patience > 0 else { return send(tooLong, connection) }
            step = .discarding(patience: patience, answer: tooLong)
            return true
        }
        step = .collecting(request)
        return true
    }

    /// How much of a body that is refused is read: a client that is still sending would not see the answer before it is
    /// done, and a connection that is closed on it takes the answer along. Who asks first (RFC 9110 §10.1.1) sends none.
    private func patience(with head: RequestHead) -> Int {
        guard head["expect"] == nil, let length = head.contentLength, length <= server.settings.discardLimit else {
            return 0
        }
        return length
    }

    private var tooLong: APIResponse {
        .failure(413, "The body is longer than \(server.settings.bodyLimit) bytes.")
    }

    // MARK: A body in memory

    private func collect(_ piece: UnsafeRawBufferPointer, into request: APIRequest) -> Bool {
        var request = request
        // The one reference left, so that appending copies nothing.
        step = .waiting
        guard request.body.count + piece.count <= server.settings.bodyLimit else {
            step = .discarding(patience: server.settings.bodyLimit, answer: tooLong)
            return true
        }
        request.body.append(contentsOf: piece)
        step = .collecting(request)
        return true
    }

    private func answer(_ request: APIRequest, _ connection: HTTPConnection) -> Bool {
        server.deadlines.set(connection.id, due: nil)
        return suspend(connection) { [server] in .answered(await server.application.answer(request)) }
    }

    // MARK: An upload

    private func open(
        _ request: APIRequest,
        length: Int?,
        patience: Int,
        _ connection: HTTPConnection
    ) -> Bool {
        let refused = { @Sendable (response: APIResponse) -> Step in
            patience > 0 ? .refused(patience: patience, answer: response) : .answered(response)
        }
        return suspend(connection) { [self, server] in
            switch await server.application.openUpload(request) {
            case .refused(let response):
                return refused(response)
            case .accepted(let target):
                if let length, length != target.size {
                    await server.application.abandonUpload(target)
                    return refused(
                        .failure(400, "\(length) bytes are coming, but \(target.size) were announced.", code: "FILE400")
                    )
                }
                let file = UploadFile(target)
                upload = file
                server.deadlines.set(connection.id, due: server.requestDue(uploading: target.size))
                return .opened(file)
            }
        }
    }

    private func write(_ bytes: [UInt8], to file: UploadFile, _ connection: HTTPConnection) -> Bool {
        suspend(connection) {
            await withCheckedContinuation { done in file.write(bytes) { done.resume() } }
            if file.hasFailed {
                return .discarding(patience: file.target.size, answer: .failure(500, "The file can't be stored."))
            }
            guard file.received <= file.target.size else {
                let sentence = "More bytes came than the \(file.target.size) announced."
                return .discarding(patience: 1 << 20, answer: .failure(413, sentence, code: "FILE413"))
            }
            return .uploading(file)
        }
    }

    private func finish(_ file: UploadFile, _ connection: HTTPConnection) -> Bool {
        server.deadlines.set(connection.id, due: nil)
        return suspend(connection) { [self, server] in
            await withCheckedContinuation { done in file.finish { done.resume() } }
            guard !file.hasFailed else { return .answered(.failure(500, "The file can't be stored.")) }
            upload = nil
            return .answered(await server.application.finishUpload(file.target, received: file.received))
        }
    }

    // MARK: Going on

    /// Leaves the connection alone while `work` finds the next step; when the server is at its end, it is closed.
    private func suspend(_ connection: HTTPConnection, _ work: @escaping @Sendable () async -> Step) -> Bool {
        step = .waiting
        connection.suspend()
        let isStarted = server.tasks.start { [self] in
            step = await work()
            connection.resume()
        }
        if !isStarted {
            step = .over
            connection.resume()
        }
        return true
    }

    private func send(_ response: APIResponse, _ connection: HTTPConnection) -> Bool {
        step = .over
        server.answered(response.status)
        // A file that has just been taken away.
        return connection.answer(response) || connection.answer(.failure(404, "The file is gone."))
    }
}
