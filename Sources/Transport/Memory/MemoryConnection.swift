/// What the two ends of a connection in memory share: the link, and what is still on its way to the client.
final class MemoryConnection: Sendable {
    private enum Content: Sendable {
        case bytes([UInt8])
        case ending(MemoryLink.Ending)
    }

    private struct Parcel: Sendable {
        let content: Content
        let travel: @Sendable () async throws -> Void
    }

    private struct Travelling: Sendable {
        var delay: Duration?
        var parcels = Fifo<Parcel>()
        var carrier: Task<Void, Never>?
    }

    let link: Monitor<MemoryLink>
    private let clock: any Clock<Duration>
    private let travelling = Locked(Travelling())

    init(link: MemoryLink, clock: any Clock<Duration>) {
        self.link = Monitor(link)
        self.clock = clock
    }

    deinit {
        travelling.withLock { $0.carrier?.cancel() }
    }

    /// From now on what is sent arrives this much later; nil is at once.
    func delay(by duration: Duration?) {
        travelling.withLock { $0.delay = duration }
    }

    func send(_ bytes: [UInt8]) {
        dispatch(.bytes(bytes))
    }

    func send(_ ending: MemoryLink.Ending) {
        dispatch(.ending(ending))
    }

    func closeClient() {
        link.withLock { $0.close() }
        travelling.withLock { state in
            state.carrier?.cancel()
            state.parcels.takeAll()
        }
    }

    private func dispatch(_ content: Content) {
        let goesAtOnce = travelling.withLock { state -> Bool in
            if state.delay == nil, state.parcels.isEmpty { return true }
            state.parcels.append(Parcel(content: content, travel: travel(on: clock, for: state.delay ?? .zero)))
            if state.carrier == nil { state.carrier = carrier() }
            return false
        }
        if goesAtOnce { deliver(content) }
    }

    private func carrier() -> Task<Void, Never> {
        Task { [weak self] in
            while let travel = self?.nextTravel() {
                guard (try? await travel()) != nil else { return }
                self?.deliverFirst()
            }
        }
    }

    private func nextTravel() -> (@Sendable () async throws -> Void)? {
        travelling.withLock { state in
            if state.parcels.isEmpty { state.carrier = nil }
            return state.parcels.first?.travel
        }
    }

    private func deliverFirst() {
        // The parcel stays in front until it has arrived, so that nothing sent meanwhile overtakes it.
        guard let parcel = travelling.withLock({ $0.parcels.first }) else { return }
        deliver(parcel.content)
        travelling.withLock { _ = $0.parcels.takeFirst() }
    }

    private func deliver(_ content: Content) {
        link.withLock { link in
            switch content {
            case .bytes(let bytes): link.deliver(bytes)
            case .ending(let ending): link.deliver(ending)
            }
        }
    }
}

/// A sleep that ends `duration` after this call, whenever it is begun.
private func travel<C: Clock<Duration>>(
    on clock: C,
    for duration: Duration
) -> @Sendable () async throws -> Void {
    let arrival = clock.now.advanced(by: duration)
    return { try await clock.sleep(until: arrival, tolerance: nil) }
}
