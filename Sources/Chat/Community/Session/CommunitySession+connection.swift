import ChatStore
import Community
import Stomp
import StompClient

// The life of the connection, and of the person's session with the server.
extension CommunitySession {
    /// Goes as far as it can: version, tokens, who they belong to, connection.
    func begin() async {
        guard phase == .awake else { return }
        queue.push([.connection(.connecting)])
        do throws(APIFailure) {
            let tokens = try await server.session.current()
            // What is kept is shown before the network is asked for anything.
            if let tokens, let id = tokens.memberId, conversation.viewer.member == nil {
                await signedIn(Member(id: id, name: tokens.name ?? ""))
            }
            guard await checkVersion() else { return }
            guard tokens != nil else {
                // First what to do, then that nothing goes on: who has no person to ask ends with the better reason.
                askForSignIn(SessionEnd.neverSignedIn.sentence)
                return queue.push([.connection(offline("nobody is signed in"))])
            }
            // A server that did not answer just now is not asked again before there is a connection.
            if isVersionChecked || conversation.viewer.member == nil { guard await identify() else { return } }
        } catch {
            queue.push([.connection(offline(FailureReport(error).description))])
            return report(error)
        }
        await openConnection()
    }

    /// Who the person is has become known: what is kept of them is shown.
    func signedIn(_ member: Member) async {
        if let before = conversation.viewer.member, before.id != member.id { await closeStore() }
        apply(conversation.signedIn(member))
        await openStore(of: member)
    }

    /// The state without a session and without another attempt.
    func offline(_ reason: String) -> ConnectionStatus { .offline(reason: reason, since: lostAt) }

    /// Whether the server works with this version; a server that does not say is tried.
    private func checkVersion() async -> Bool {
        guard !isVersionChecked else { return true }
        let answer: VersionInfo
        do throws(APIFailure) {
            answer = try await server.client.call(AppEndpoints.Version(query: VersionQuery(version: server.version)))
        } catch {
            log("the version could not be checked: \(error.sentence)")
            return true
        }
        isVersionChecked = true
        switch answer.verdict(on: server.version) {
        case .current: return true
        case .outdated(let latest, let message):
            queue.push([.notice(message.map { ForeignText($0).description } ?? "there is a newer version: \(latest)")])
            return true
        case .refused(let minimum, let message):
            isVersionChecked = false
            let reason = "the server needs version \(ForeignText(minimum)) or newer; this is \(server.version)"
            queue.push([
                .connection(offline(reason)), .dialog(message.map { ForeignText($0).description } ?? reason),
            ])
            return false
        }
    }

    /// Asks who the person is; false when nobody is signed in after all.
    private func identify() async -> Bool {
        do throws(APIFailure) {
            await signedIn(Member(try await server.client.call(MemberEndpoints.Me())))
            isIdentified = true
            return true
        } catch {
            if let end = error.sessionEnd {
                askForSignIn(end.sentence)
                await closeConnection(end.sentence, reason: end.sentence)
                return false
            }
            log("the profile could not be loaded: \(error.sentence)")
            return true
        }
    }

    func askForSignIn(_ reason: String) {
        guard !isSignInAsked, signingIn == nil, phase != .ended else { return }
        isSignInAsked = true
        queue.push([.signInNeeded(reason: reason)])
    }

    /// Connects, or cuts short the wait before the next attempt.
    private func openConnection() async {
        guard phase == .awake else { return }
        if let connection { return await connection.connect() }
        let connection = server.connect(tokens)
        self.connection = connection
        subscriptions = [:]
        for queue in LiveQueue.allCases {
            // Before it is connected, so that no message comes for a subscription that is not known.
            subscriptions[await connection.subscribe(destination: queue.rawValue).rawValue] = queue
        }
        guard self.connection === connection else { return await connection.disconnect() }
        pump = Task { await self.follow(connection) }
        await connection.connect()
    }

    private var tokens: SocketTokens {
        guard server.usesTickets else { return SocketTokens(session: server.session) }
        let client = server.client
        return SocketTokens(session: server.session) { () throws(APIFailure) in
            try await client.call(DeviceEndpoints.ChatSession()).token
        }
    }

    /// Leaves the session by DISCONNECT.
    func closeConnection(_ sentence: String, reason: String) async {
        let closing = connection
        connection = nil
        pump?.cancel()
        pump = nil
        await closing?.disconnect()
        isUnreachable = true
        lostAt = lostAt ?? now()
        apply(conversation.disconnected(offline(sentence), reason: reason))
    }

    // MARK: The person's session

    func followSession() async {
        for await event in server.session.events {
            switch event {
            case .ended(let end): await sessionEnded(end)
            case .notKept(let fault): queue.push([.notice(FailureReport(.tokens(fault)).description)])
            case .signedIn, .renewed: break
            }
        }
    }

    private func sessionEnded(_ end: SessionEnd) async {
        guard phase != .ended else { return }
        askForSignIn(end.sentence)
        isIdentified = false
        await closeConnection(end.sentence, reason: end.sentence)
        guard end == .signedOut else { return }
        await closeStore()
        apply(conversation.signedOut())
    }
}

// MARK: What the connection reports
extension CommunitySession {
    private func follow(_ connection: StompConnection) async {
        for await event in connection.events() {
            guard self.connection === connection else { return }
            await received(event)
            // One that has given up says no more.
            guard self.connection === connection else { return }
            await queue.waitForRoom()
            await store?.catchUp()
        }
    }

    private func received(_ event: StompEvent) async {
        switch event {
        case .connecting:
            apply(conversation.connecting())
        case .connected, .reconnected:
            if conversation.viewer.member == nil, !(await identify()) { return }
            lostAt = nil
            isUnreachable = false
            apply(conversation.connected())
            run { await $0.adoptOutbox() }
            if !isIdentified { run { _ = await $0.identify() } }
            if !isVersionChecked { run { await $0.checkVersionLate() } }
        case .messages(let batch):
            isGathering = true
            for frame in batch { received(frame) }
            isGathering = false
            handOver()
        case .subscriptionRefused(_, let destination, let reason):
            let report = FailureReport(refusedSubscription: destination, reason: reason)
            queue.push([.dialog(report.description)])
        case .disconnected(let failure, let retryIn):
            await disconnected(failure, retryIn: retryIn)
        case .receipt, .serverError, .trace:
            break
        }
    }

    /// The server could not be asked before.
    private func checkVersionLate() async {
        guard !(await checkVersion()) else { return }
        await closeConnection("the server does not work with this version", reason: "too old")
    }

    private func received(_ frame: StompFrameView) {
        guard let id = frame.header("subscription"), let source = subscriptions[id] else { return }
        do throws(WireFault) {
            switch source {
            case .events:
                let reading = try WireJSON.read(LiveEvent.self, from: frame.body)
                if reading.droppedCount > 0 { log("\(reading.droppedCount) elements of an event could not be read") }
                apply(conversation.received(reading.value))
            case .errors:
                apply(conversation.refused(try WireJSON.read(CommandRefused.self, from: frame.body).value))
            }
        } catch {
            log("an event could not be read: \(error)")
        }
    }

    private func disconnected(_ failure: ConnectionFailure?, retryIn: Duration?) async {
        // The socket can't tell a session that has ended elsewhere from a token that has: a call can.
        if let failure, failure.isAboutSignIn { run { _ = await $0.identify() } }
        let report = failure.map { FailureReport($0, url: server.url) }
        let reason = report?.problem ?? "the connection was closed"
        lostAt = lostAt ?? now()
        isUnreachable = true
        guard let retryIn else {
            apply(conversation.disconnected(offline(report?.description ?? reason), reason: reason))
            // The connection has given up; the next one starts anew.
            connection = nil
            pump = nil
            if (try? await server.session.current()) == nil { askForSignIn(SessionEnd.refused.sentence) }
            return
        }
        let seconds = Double(retryIn.components.seconds) + Double(retryIn.components.attoseconds) / 1e18
        let status = ConnectionStatus.waiting(reason: report?.description ?? reason, seconds: seconds, since: lostAt)
        apply(conversation.disconnected(status, reason: reason))
    }
}

extension APIFailure {
    /// How the person's session has ended, if it has: a refusal that is not about the token's age is about the session.
    fileprivate var sessionEnd: SessionEnd? {
        switch self {
        case .signInNeeded(let end): end
        case .refused(let refusal): refusal.status == 401 ? .refused : nil
        default: nil
        }
    }
}

extension ConnectionFailure {
    /// Whether the server does not take who is signed in.
    fileprivate var isAboutSignIn: Bool {
        switch self {
        case .authentication, .closedByServer(code: 1008, _): true
        default: false
        }
    }
}
