import Stomp
import Transport
import WebSocket

extension StompConnection {
    /// Connects, again and again, until told to stop.
    func live() async {
        while isLiving {
            // A consumer that takes nothing must not make the queue grow by one failed attempt after another.
            await waitForConsumer()
            guard isLiving else { break }
            emit(.connecting(attempt: reconnect.attempt))
            let failure = await attempt()
            guard isLiving else { break }
            if isOutdated {
                isOutdated = false
                continue
            }
            let decision = reconnect.ended(
                by: failure,
                at: ticker.now(),
                canRefresh: tokenRefresher != nil,
                chance: chance()
            )
            switch decision {
            case .retry(let wait):
                emit(.disconnected(reason: failure, retryIn: wait))
                await pause(wait)
            case .refreshToken:
                emit(.disconnected(reason: failure, retryIn: .zero))
                guard await refreshToken() else {
                    return stop(.authentication(detail: "the token could not be renewed"))
                }
            case .stop(let reason):
                return stop(reason)
            }
        }
        if !hasEnded { end() }
    }

    private func stop(_ reason: ConnectionFailure) {
        guard isLiving else { return end() }
        phase = .idle
        emit(.disconnected(reason: reason, retryIn: nil))
    }

    /// Waits before the next attempt; `connect()` and `disconnect()` cut it short.
    private func pause(_ wait: Duration) async {
        let task = Task { [ticker] in
            // Cancelled: whoever did it wants the wait to be over.
            _ = try? await ticker.sleep(wait)
        }
        backOff = task
        await task.value
        backOff = nil
    }

    // MARK: Tokens

    /// Renews the token; without a refresher the token store is asked again, which may know a newer one.
    private func refreshToken() async -> Bool {
        guard let tokenRefresher else { return true }
        guard let token = await tokenStore.refreshToken() else { return false }
        do {
            try await tokenStore.save(await tokenRefresher.refresh(token))
            return true
        } catch {
            return false
        }
    }

    // MARK: One attempt

    /// Connects and serves the session until it ends; says why it ended.
    private func attempt() async -> ConnectionFailure {
        do throws(ConnectionFailure) {
            let (link, request) = try await open()
            self.link = link
            defer { close(link) }
            do throws(ConnectionFailure) {
                try await serve(link, request)
            } catch {
                ended(link, by: error)
                throw link.failure ?? error
            }
        } catch {
            return error
        }
    }

    /// Opens the socket; a CONNECT that can't be sent is refused before.
    private func open() async throws(ConnectionFailure) -> (Link, UpgradeRequest?) {
        let address = try ServerAddress(addresses[reconnect.addressIndex])
        let token = await tokenStore.accessToken()
        try checkLiving()
        let credentials = Credentials(token: token, settings)
        let session = try session(with: credentials)
        let request = try upgradeRequest(to: address, with: credentials)

        let stream = try await stream(to: address.endpoint)
        guard isLiving else {
            stream.close()
            throw .lost(detail: Self.closedHere)
        }
        let receiver = StompReceiver(
            limits: settings.parserLimits,
            sockJSPath: address.sockJSWebSocketPath,
            usesSockJS: settings.usesSockJS
        )
        let link = Link(stream: stream, carrier: address.carrier, session: session, receiver: receiver)
        link.frameHeaders = credentials.frameHeaders
        return (link, request)
    }

    /// The request for the WebSocket, checked before the socket is opened; nil where none is asked for.
    private func upgradeRequest(
        to address: ServerAddress,
        with credentials: Credentials
    ) throws(ConnectionFailure) -> UpgradeRequest? {
        guard address.carrier == .webSocket else {
            guard credentials.httpHeaders.isEmpty, credentials.queryItem == nil else {
                throw .badURL(address.text, reason: "there is no HTTP in which the token could go")
            }
            return nil
        }
        var address = address
        if settings.usesSockJS { address.openSockJSSession() }
        if let item = credentials.queryItem { address.addQuery(name: item.name, value: item.value) }
        let request = UpgradeRequest(address: address, headers: settings.httpHeaders + credentials.httpHeaders)
        _ = try request.handshake(offersCompression: settings.offersCompression)
        return request
    }

    /// Opens a stream, in a task of its own that a change of the network cancels.
    private func stream(to endpoint: Endpoint) async throws(ConnectionFailure) -> any ByteStream {
        let opening = Task { [transport] in try await transport.connect(to: endpoint) }
        self.opening = opening
        defer { self.opening = nil }
        let outcome = await withTaskCancellationHandler {
            await opening.result
        } onCancel: {
            opening.cancel()
        }
        switch outcome {
        case .success(let stream):
            // The cancellation came too late for it.
            isOutdated = false
            return stream
        case .failure(let error as TransportError): throw ConnectionFailure(error)
        case .failure: throw .lost(detail: Self.closedHere)
        }
    }

    private func checkLiving() throws(ConnectionFailure) {
        guard isLiving, !Task.isCancelled else { throw .lost(detail: Self.closedHere) }
    }

    private static let closedHere = "the connection was closed on this side"

    private func session(with credentials: Credentials) throws(ConnectionFailure) -> StompSession {
        var connectHeaders = settings.connectHeaders
        for header in credentials.connectHeaders { connectHeaders.append(header.name, header.value) }
        let session = StompSession(
            configuration: StompSession.Configuration(
                login: settings.login,
                passcode: settings.passcode,
                host: settings.host,
                connectHeaders: connectHeaders,
                heartBeatSend: settings.heartBeatSend,
                heartBeatReceive: settings.heartBeatReceive,
                receiptTimeout: settings.receiptTimeout,
                omitsContentLength: settings.omitsContentLength
            )
        )
        // A trial run: what can't be sent is refused before the socket is opened.
        var trial = session
        _ = try begin(&trial)
        return session
    }

    /// CONNECT, or the header that keeps it from being sent.
    func begin(_ session: inout StompSession) throws(ConnectionFailure) -> [StompSession.Action] {
        do throws(StompSessionError) {
            return try session.connect(at: ticker.now())
        } catch {
            if case .unsendableHeader(let name) = error { throw .badConnectHeader(name: name) }
            throw .protocolViolation(detail: "\(error)")
        }
    }

    // MARK: The end of a session

    /// The session machine hears of the end, and every receipt with it. A close code says more than an ERROR before it.
    private func ended(_ link: Link, by error: ConnectionFailure) {
        if !link.hasDrawnError || error.isCloseWithReason { link.fails(error) }
        perform(link.session.closed(at: ticker.now()), on: link)
    }

    private func close(_ link: Link) {
        link.end()
        self.link = nil
        if case .closedByServer(_, let reason)? = link.failure, let entry = book.quarantine(forClose: reason) {
            let words = "the server ended the session three times instead of accepting it; it may not exist"
            emit(.subscriptionRefused(entry.id, destination: entry.destination, reason: words))
        }
        book.sessionEnded()
        receipts.loseAll(to: link.failure)
    }
}

extension ConnectionFailure {
    fileprivate var isCloseWithReason: Bool {
        if case .closedByServer(let code, _) = self { code == 1008 || (code ?? 0) >= 4000 } else { false }
    }
}
