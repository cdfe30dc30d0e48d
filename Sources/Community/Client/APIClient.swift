package import Transport

/// Makes the calls of one server's API.
package actor APIClient {
    /// Where the server is.
    package nonisolated let base: BaseURL
    private let http: any HTTPClient
    private let identity: ClientIdentity
    private let plugins: [any APIPlugin]
    private let clock: any Clock<Duration>
    private let now: @Sendable () -> Timestamp
    private let chance: @Sendable () -> Double
    private var lastCallID = 0

    /// Makes a client.
    ///
    /// - Parameters:
    ///   - plugins: asked in this order.
    ///   - clock: what waits between attempts.
    ///   - now: the time of day, for `Retry-After` dates.
    ///   - chance: between 0 and 1, spreads the waits.
    package init(
        base: BaseURL,
        http: any HTTPClient,
        identity: ClientIdentity,
        plugins: [any APIPlugin] = [],
        clock: any Clock<Duration> = ContinuousClock(),
        now: @escaping @Sendable () -> Timestamp = { .now },
        chance: @escaping @Sendable () -> Double = { .random(in: 0..<1) }
    ) {
        self.base = base
        self.http = http
        self.identity = identity
        self.plugins = plugins
        self.clock = clock
        self.now = now
        self.chance = chance
    }

    /// A client of the same server with one more plugin, behind the others.
    package nonisolated func adding(_ plugin: any APIPlugin) -> APIClient {
        APIClient(
            base: base,
            http: http,
            identity: identity,
            plugins: plugins + [plugin],
            clock: clock,
            now: now,
            chance: chance
        )
    }

    /// Makes a call and returns its payload.
    package func call<Call: APIEndpoint>(_ endpoint: Call) async throws(APIFailure) -> Call.Answer {
        let request = try request(for: endpoint)
        return try await exchange(
            request,
            call: newCall(Call.method, endpoint.target, Call.signIn),
            isIdempotent: Call.isIdempotent,
            progress: nil
        ) { response throws(AttemptFailure) in
            try AnswerReader(response: response, now: self.now()).payload(of: Call.self)
        }
    }

    /// Sends the bytes of a file to where its ticket says.
    func put(
        _ request: HTTPRequest,
        progress: (@Sendable (HTTPProgress) -> Void)?
    ) async throws(APIFailure) {
        // Only the path: the query of a signed URL is a secret.
        let call = newCall(request.method, "(upload)", HTTPOrigin(request.url) == base.origin ? .required : .none)
        _ = try await exchange(request, call: call, isIdempotent: true, progress: progress) {
            response throws(AttemptFailure) in
            try AnswerReader(response: response, now: self.now()).success()
        }
    }

    /// Gets bytes as they are.
    func get(_ request: HTTPRequest, signIn: SignInNeed) async throws(APIFailure) -> [UInt8] {
        let call = newCall(request.method, "(download)", signIn)
        return try await exchange(request, call: call, isIdempotent: true, progress: nil) {
            response throws(AttemptFailure) in
            _ = try AnswerReader(response: response, now: self.now()).success()
            return WireJSON.Reading(value: response.body, dropped: [], droppedCount: 0)
        }
    }

    // MARK: One call

    private func newCall(_ method: HTTPMethod, _ target: String, _ signIn: SignInNeed) -> APICall {
        lastCallID += 1
        let path = String(target.prefix { $0 != "?" })
        return APICall(id: lastCallID, method: method, path: path, signIn: signIn, attempt: 1)
    }

    private func exchange<Answer: Sendable>(
        _ request: HTTPRequest,
        call: APICall,
        isIdempotent: Bool,
        progress: (@Sendable (HTTPProgress) -> Void)?,
        read: (HTTPResponse) throws(AttemptFailure) -> WireJSON.Reading<Answer>
    ) async throws(APIFailure) -> Answer {
        for plugin in plugins { await plugin.began(call) }
        do {
            let reading = try await attempts(
                request,
                call: call,
                isIdempotent: isIdempotent,
                progress: progress,
                read: read
            )
            let end = APICallEnd.answered(dropped: reading.dropped, droppedCount: reading.droppedCount)
            for plugin in plugins { await plugin.ended(call, end) }
            return reading.value
        } catch {
            for plugin in plugins { await plugin.ended(call, .failed(error)) }
            throw error
        }
    }

    private func attempts<Answer: Sendable>(
        _ request: HTTPRequest,
        call: APICall,
        isIdempotent: Bool,
        progress: (@Sendable (HTTPProgress) -> Void)?,
        read: (HTTPResponse) throws(AttemptFailure) -> WireJSON.Reading<Answer>
    ) async throws(APIFailure) -> WireJSON.Reading<Answer> {
        var attempts = CallAttempts(isIdempotent: isIdempotent)
        while true {
            var call = call
            call.attempt = attempts.retryCount + 1
            var sent = request
            for plugin in plugins { try await plugin.prepare(&sent, for: call) }
            let failed: AttemptFailure
            do throws(AttemptFailure) {
                return try read(try await attempt(sent, call, progress))
            } catch {
                failed = error
            }
            switch try await decision(on: failed, &attempts, sent, call) {
            case .again(let wait): try await sleep(wait)
            case .giveUp: throw failed.failure
            }
        }
    }

    private func attempt(
        _ request: HTTPRequest,
        _ call: APICall,
        _ progress: (@Sendable (HTTPProgress) -> Void)?
    ) async throws(AttemptFailure) -> HTTPResponse {
        let outcome: Result<HTTPResponse, HTTPError>
        do throws(HTTPError) {
            outcome = .success(try await http.send(request, progress: progress))
        } catch {
            outcome = .failure(error)
        }
        for plugin in plugins { await plugin.received(outcome, of: call) }
        do throws(HTTPError) {
            return try outcome.get()
        } catch {
            throw AttemptFailure(error)
        }
    }

    private func decision(
        on failed: AttemptFailure,
        _ attempts: inout CallAttempts,
        _ sent: HTTPRequest,
        _ call: APICall
    ) async throws(APIFailure) -> CallAttempts.Decision {
        if attempts.mayBeMended {
            for plugin in plugins where try await plugin.mend(failed.failure, after: sent, of: call) {
                return attempts.mended()
            }
        }
        return attempts.failed(
            failed.failure,
            status: failed.status,
            retryAfter: failed.retryAfter,
            chance: chance()
        )
    }

    private func sleep(_ wait: Duration) async throws(APIFailure) {
        guard wait > .zero else { return }
        do {
            try await clock.sleep(for: wait)
        } catch {
            throw .cancelled
        }
    }

    // MARK: Requests

    private func request<Call: APIEndpoint>(for endpoint: Call) throws(APIFailure) -> HTTPRequest {
        var request = HTTPRequest(Call.method, base.text + endpoint.target)
        request.headers["Accept"] = "application/json"
        request.headers["X-Platform"] = identity.platform
        request.headers["X-App-Version"] = identity.version
        request.headers["X-Local-Timezone"] = identity.timeZone
        guard let contentType = Call.Body.contentType else { return request }
        request.headers["Content-Type"] = contentType
        do throws(WireFault) {
            request.body = .bytes(try endpoint.body.bytes())
        } catch {
            throw .unexpected(detail: "\(error)")
        }
        return request
    }
}

/// Why an attempt failed, and what the server said about trying again.
struct AttemptFailure: Error {
    var failure: APIFailure
    /// The status of the answer, if there was one.
    var status: Int?
    var retryAfter: Duration?

    init(_ failure: APIFailure, status: Int? = nil, retryAfter: Duration? = nil) {
        self.failure = failure
        self.status = status
        self.retryAfter = retryAfter
    }

    init(_ error: HTTPError) {
        switch error {
        case .cancelled: self.init(APIFailure.cancelled)
        case .unreadableFile(let path, let detail): self.init(.file(path: path, detail: detail))
        default: self.init(.network(error))
        }
    }
}
