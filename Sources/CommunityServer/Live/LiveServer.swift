import Community
import Transport
import WebSocket

/// The live side as a whole: it takes the sockets in, hands events out, and ends them all.
final class LiveServer: Sendable {
    /// What connections are told when the server is stopped.
    static let goodbye = "The server is being stopped"

    let registry: LiveRegistry
    private let loops: [LiveLoop]
    private let desk: CommandDesk
    private let metrics: ServerMetrics
    private let nextLoop = Locked(0)

    /// Starts the threads.
    init(
        commands: any LiveCommands,
        metrics: ServerMetrics,
        threads: Int = 2
    ) throws(TransportError) {
        registry = LiveRegistry()
        desk = CommandDesk(commands: commands, metrics: metrics)
        self.metrics = metrics
        var loops: [LiveLoop] = []
        for index in 0..<threads {
            loops.append(
                try LiveLoop(index: index, of: threads, registry: registry, desk: desk, metrics: metrics)
            )
        }
        self.loops = loops
    }

    /// What a request for a WebSocket is answered with; nil for other requests.
    func upgrade(_ head: RequestHead) -> UpgradeAnswer? {
        switch WebSocketEntrance.answer(head) {
        case .opened(let headers):
            return .opened(headers: headers.map { ($0.name, $0.value) }, taker: self)
        case .refused(let status, let detail, let headers):
            return .refused(.failure(status, detail, headers: headers.map { ($0.name, $0.value) }))
        case nil:
            return nil
        }
    }

    /// Ends everything: begins no more commands, lets those under way finish, says good-bye.
    ///
    /// - Parameter patience: how long each of the two waits may take.
    func stop(patience: Duration, clock: any Clock<Duration>) async {
        for loop in loops { loop.post(.drain) }
        _ = await desk.tasks.allEnded(within: patience, clock: clock)
        desk.tasks.cancelAll()
        for loop in loops { loop.post(.leave(code: 1001, reason: Self.goodbye, within: patience)) }
        for loop in loops { await loop.hasEnded() }
    }
}

extension LiveServer: UpgradeTaker {
    func take(_ socket: UpgradedSocket, early: [UInt8]) {
        let index = nextLoop.withLock { next in
            next = (next + 1) % loops.count
            return next
        }
        loops[index].post(.adopt(socket, early: early))
    }
}

extension LiveServer: LivePublisher {
    func publish(_ event: LiveEvent, to members: some Sequence<Int64> & Sendable) {
        let (connections, listeners) = registry.subscribers(of: members)
        metrics.count { $0.events += 1 }
        for listener in listeners { listener.yield(event) }
        guard !connections.isEmpty, let shared = SharedEvent(event) else { return }
        for (index, targets) in Dictionary(grouping: connections, by: loopIndex) {
            loops[index].post(.deliver(shared, to: targets))
        }
    }

    func end(memberID: Int64, sessionID: String?, code: UInt16, reason: String) {
        for connection in registry.end(memberID: memberID, sessionID: sessionID) {
            loops[loopIndex(connection)].post(.end(connection, code: code, reason: reason))
        }
    }

    private func loopIndex(_ connection: UInt64) -> Int {
        LiveLoop.index(of: connection, count: loops.count)
    }
}
