import CLinux
import Community
import Glibc
import Stomp
import Transport
import WebSocket

/// The loop's own side: the connections and their timers. Everything here runs on one thread.
final class LoopThread {
    /// A timer of a connection.
    struct TimerKey: Hashable {
        enum Name: Hashable {
            case session(StompServerSession.Timer)
            /// The client has not been heard of for long.
            case quiet
            /// The client did not close.
            case close
        }
        var connection: UInt64
        var name: Name
    }

    /// A client that was not heard of for so long is asked whether it is there.
    static let quietAfter = Duration.seconds(30)
    /// After so long without a sign it is gone.
    static let goneAfter = Duration.seconds(75)
    /// How long a client may take to close; a slow reader longer, for it has much to read before.
    static let closePatience = Duration.seconds(2)
    static let slowPatience = Duration.seconds(10)

    let loop: LiveLoop
    var connections: [UInt64: LiveConnection] = [:]
    var deadlines = Deadlines<TimerKey>()
    var now = Duration.zero
    private var dirty: [LiveConnection] = []
    private var buffer = [UInt8](repeating: 0, count: 64 << 10)
    private var lastNumber: UInt64 = 0
    private var leaveBy: Duration?
    private var isDraining = false

    init(_ loop: LiveLoop) {
        self.loop = loop
    }

    func run() {
        var events = [epoll_event](repeating: epoll_event(), count: 256)
        while true {
            now = MonotonicTime.now
            let count = epoll_wait(loop.epoll, &events, Int32(events.count), timeout)
            now = MonotonicTime.now
            for event in events.prefix(Int(max(0, count))) { handle(event) }
            for message in loop.takeMessages() { handle(message) }
            while let key = deadlines.popDue(at: now) { fire(key) }
            flushDirty()
            if let leaveBy, connections.isEmpty || leaveBy <= now { break }
        }
        for connection in Array(connections.values) { drop(connection) }
    }

    /// Milliseconds until a timer is due, rounded up.
    private var timeout: Int32 {
        guard let next = [deadlines.next, leaveBy].compactMap({ $0 }).min() else { return -1 }
        return Int32(max(0, min(((next - now) / .milliseconds(1)).rounded(.up), 60_000)))
    }

    // MARK: What comes

    private func handle(_ event: epoll_event) {
        // 0 is the wake-up, which `takeMessages` reads.
        guard let connection = connections[event.data.u64] else { return }
        if event.events & EPOLLOUT.rawValue != 0 { markDirty(connection) }
        let readable = EPOLLIN.rawValue | EPOLLERR.rawValue | EPOLLHUP.rawValue
        if event.events & readable != 0 { read(connection) }
    }

    private func handle(_ message: LoopMessage) {
        switch message {
        case .adopt(let socket, let early):
            adopt(socket, early: early)
        case .deliver(let event, let targets):
            deliver(event, to: targets)
        case .signedIn(let id, let result):
            guard let connection = connections[id] else { return }
            execute(signedIn(connection, result), connection)
        case .performed(let id, let refusal):
            guard let connection = connections[id] else { return }
            execute(connection.session.performed(refusal, at: now), connection)
        case .end(let id, let code, let reason):
            guard let connection = connections[id] else { return }
            execute(connection.session.leave(code: code, reason: reason), connection)
        case .cutOff(let ids):
            for id in ids { if let connection = connections[id] { cutOff(connection) } }
        case .drain:
            isDraining = true
            for connection in connections.values { connection.session.drain() }
        case .leave(let code, let reason, let limit):
            leaveBy = now + limit
            for connection in Array(connections.values) {
                execute(connection.session.leave(code: code, reason: reason), connection)
            }
        }
    }

    private func signedIn(
        _ connection: LiveConnection,
        _ result: Result<LiveMember, ConnectRefused>
    ) -> [StompServerSession.Action] {
        switch result {
        case .success(let member):
            let lifetime = Duration.milliseconds(member.expiresAt.milliseconds - Timestamp.now.milliseconds)
            return connection.session.admitted(member, for: lifetime, at: now)
        case .failure(let refusal):
            return connection.session.refused(refusal)
        }
    }

    private func fire(_ key: TimerKey) {
        guard let connection = connections[key.connection] else { return }
        switch key.name {
        case .session(let timer):
            execute(connection.session.timerFired(timer, at: now), connection)
        case .quiet:
            if connection.isPaused { connection.heardAt = now }
            let quiet = now - connection.heardAt
            if quiet >= Self.goneAfter { return drop(connection) }
            if quiet >= Self.quietAfter { enqueue(ControlFrames.ping, connection) }
            let next = quiet >= Self.quietAfter ? Self.goneAfter : Self.quietAfter
            deadlines.set(key, at: connection.heardAt + next)
        case .close:
            drop(connection)
        }
    }

    // MARK: Connections

    private func adopt(_ socket: UpgradedSocket, early: [UInt8]) {
        lastNumber += 1
        let id = lastNumber * UInt64(loop.count) + UInt64(loop.index)
        let session = StompServerSession(configuration: .init(sessionID: "\(id)"))
        let connection = LiveConnection(id: id, socket: socket, session: session, at: now)
        var event = epoll_event()
        event.data.u64 = id
        connection.interest = EPOLLIN.rawValue
        event.events = connection.interest
        guard epoll_ctl(loop.epoll, EPOLL_CTL_ADD, socket.descriptor, &event) == 0 else { return socket.close() }
        connections[id] = connection
        loop.metrics.count { $0.connections += 1 }
        deadlines.set(TimerKey(connection: id, name: .quiet), at: now + Self.quietAfter)
        execute(connection.session.begin(at: now), connection)
        if isDraining { execute(connection.session.leave(code: 1001, reason: LiveServer.goodbye), connection) }
        if !early.isEmpty { take(early.span, connection) }
    }

    private func deliver(_ event: SharedEvent, to targets: [UInt64]) {
        var count = 0
        for id in targets {
            guard let connection = connections[id] else { continue }
            for subscription in connection.session.subscriptions(to: .events) {
                guard let frame = event.frame(subscription: subscription, version: connection.version) else { continue }
                count += 1
                enqueue(frame, connection)
            }
        }
        let delivered = count
        loop.metrics.count { $0.deliveries += delivered }
    }

    /// Reads a share and lets others have their turn; what is left is reported again.
    private func read(_ connection: LiveConnection) {
        switch connection.socket.read(into: &buffer) {
        case .done(let count):
            // Moved out and back, so that it can be read while the rest of the loop changes.
            var bytes: [UInt8] = []
            swap(&bytes, &buffer)
            take(bytes.span.extracting(first: count), connection)
            swap(&bytes, &buffer)
        case .wouldBlock:
            break
        case .ended:
            drop(connection)
        }
    }

    private func take(_ bytes: Span<UInt8>, _ connection: LiveConnection) {
        connection.heardAt = now
        connection.session.receivedBytes(at: now)
        for input in connection.reader.read(bytes) {
            guard connections[connection.id] != nil else { return }
            take(input, connection)
        }
        markDirty(connection)
    }

    private func take(_ input: SocketReader.Input, _ connection: LiveConnection) {
        switch (input, connection.phase) {
        case (.closed(let close), .open):
            // RFC 6455 §5.5.1: the code comes back.
            _ = end(connection, with: ControlFrames.close(code: close.code), patience: Self.closePatience)
            connection.phase = .leaving
        case (.closed, .closing):
            connection.phase = .leaving
        case (.frame(let frame), .open):
            execute(connection.session.received(frame, at: now), connection)
        case (.unreadable(let error), .open):
            execute(connection.session.received(error), connection)
        case (.ping(let payload), .open):
            enqueue(ControlFrames.pong(payload), connection)
        case (.broken(let error), .open):
            loop.metrics.refused(.protocolError)
            let close = ControlFrames.close(code: error.closeCode, reason: error.reason)
            _ = end(connection, with: close, patience: Self.closePatience)
        case (.broken, .closing):
            connection.phase = .leaving
        case (_, .closing), (_, .leaving):
            break
        }
    }

    // MARK: What the session decides

    func execute(_ actions: [StompServerSession.Action], _ connection: LiveConnection) {
        for action in actions { execute(action, connection) }
        if !actions.isEmpty { markDirty(connection) }
    }

    private func execute(_ action: StompServerSession.Action, _ connection: LiveConnection) {
        let id = connection.id
        switch action {
        case .authenticate(let token):
            connection.endMark = loop.registry.endMark
            loop.desk.signIn(token: token) { [loop] in loop.post(.signedIn(id, $0)) }
        case .admitted(let member):
            guard loop.registry.add(id, of: member, since: connection.endMark) else {
                return execute(connection.session.leave(code: 1008, reason: "Signed out"), connection)
            }
            connection.owner = member
        case .read(let version):
            connection.version = version
            connection.reader.adopt(version)
        case .send(let frame):
            if let bytes = ServerMessage.bytes(of: frame, version: connection.version) { enqueue(bytes, connection) }
        case .sendHeartBeat:
            enqueue(ServerMessage.heartBeat, connection)
        case .perform(let command):
            guard let member = connection.owner else { return }
            loop.desk.perform(command, by: member) { [loop] in loop.post(.performed(id, $0)) }
        case .subscribed(let wantsEvents):
            guard let member = connection.owner, connection.wantsEvents != wantsEvents else { return }
            connection.wantsEvents = wantsEvents
            loop.registry.set(id, of: member.memberID, wantsEvents: wantsEvents)
            loop.metrics.count { $0.subscriptions += wantsEvents ? 1 : -1 }
        case .schedule(let timer, let due):
            deadlines.set(TimerKey(connection: id, name: .session(timer)), at: due)
        case .cancel(let timer):
            deadlines.cancel(TimerKey(connection: id, name: .session(timer)))
        case .refused(let reason):
            loop.metrics.refused(reason)
        case .close(let code, let reason):
            let close = ControlFrames.close(code: code, reason: reason)
            if !end(connection, with: close, patience: Self.closePatience) { cutOff(connection) }
        }
    }

    // MARK: What goes out

    /// Puts bytes into a connection's queue; a reader so slow that it is full is cut off.
    func enqueue(_ bytes: [UInt8], _ connection: LiveConnection) {
        guard connection.phase == .open else { return }
        guard connection.outbox.append(bytes) else { return cutOff(connection) }
        markDirty(connection)
    }

    private func cutOff(_ connection: LiveConnection) {
        guard connection.phase == .open else { return }
        loop.metrics.refused(.slowReader)
        let close = ControlFrames.close(code: 4500, reason: "Reading too slowly: events are waiting beyond the limit")
        connection.outbox.replaceWaiting(with: close)
        _ = end(connection, with: nil, patience: Self.slowPatience)
    }

    /// Begins the end of a connection; false when its close does not fit into the queue.
    private func end(_ connection: LiveConnection, with close: [UInt8]?, patience: Duration) -> Bool {
        if let close, !connection.outbox.append(close) { return false }
        _ = connection.session.leave(code: 1000, reason: "")
        connection.phase = .closing
        unregister(connection)
        for timer in StompServerSession.Timer.allCases {
            deadlines.cancel(TimerKey(connection: connection.id, name: .session(timer)))
        }
        deadlines.set(TimerKey(connection: connection.id, name: .close), at: now + patience)
        markDirty(connection)
        return true
    }

    private func markDirty(_ connection: LiveConnection) {
        guard !connection.isDirty else { return }
        connection.isDirty = true
        dirty.append(connection)
    }

    /// Writes once for all that this round brought.
    private func flushDirty() {
        let round = dirty
        dirty.removeAll(keepingCapacity: true)
        var change = 0
        for connection in round {
            connection.isDirty = false
            guard connections[connection.id] != nil else { continue }
            flush(connection)
            change += connection.outbox.byteCount - connection.countedBytes
            connection.countedBytes = connection.outbox.byteCount
        }
        let queued = change
        if queued != 0 { loop.metrics.count { $0.queuedBytes += queued } }
    }

    private func flush(_ connection: LiveConnection) {
        writing: while !connection.outbox.isEmpty {
            switch connection.socket.write(connection.outbox.next(16), offset: connection.outbox.offset) {
            case .done(let count):
                connection.outbox.wrote(count)
                connection.session.sentBytes(at: now)
            case .wouldBlock:
                break writing
            case .ended:
                return drop(connection)
            }
        }
        if connection.phase == .leaving, connection.outbox.isEmpty { return drop(connection) }
        updateInterest(connection)
    }

    private func updateInterest(_ connection: LiveConnection) {
        let wantsInput = connection.phase != .open || connection.session.wantsInput
        if wantsInput == connection.isPaused {
            connection.isPaused = !wantsInput
            if wantsInput {
                execute(connection.session.resumedReading(at: now), connection)
            } else {
                connection.session.pausedReading(at: now)
            }
        }
        let interest =
            (wantsInput ? EPOLLIN.rawValue : 0) | (connection.outbox.isEmpty ? 0 : EPOLLOUT.rawValue)
        guard interest != connection.interest else { return }
        connection.interest = interest
        var event = epoll_event()
        event.data.u64 = connection.id
        event.events = interest
        epoll_ctl(loop.epoll, EPOLL_CTL_MOD, connection.socket.descriptor, &event)
    }

    // MARK: The end of one

    private func unregister(_ connection: LiveConnection) {
        guard let member = connection.owner else { return }
        connection.owner = nil
        loop.registry.remove(connection.id, of: member.memberID)
        if connection.wantsEvents { loop.metrics.count { $0.subscriptions -= 1 } }
        connection.wantsEvents = false
    }

    private func drop(_ connection: LiveConnection) {
        guard connections.removeValue(forKey: connection.id) != nil else { return }
        connection.session.lost()
        unregister(connection)
        for timer in StompServerSession.Timer.allCases {
            deadlines.cancel(TimerKey(connection: connection.id, name: .session(timer)))
        }
        deadlines.cancel(TimerKey(connection: connection.id, name: .quiet))
        deadlines.cancel(TimerKey(connection: connection.id, name: .close))
        epoll_ctl(loop.epoll, EPOLL_CTL_DEL, connection.socket.descriptor, nil)
        connection.socket.close()
        let queued = connection.countedBytes
        loop.metrics.count { figures in
            figures.connections -= 1
            figures.queuedBytes -= queued
        }
    }
}
