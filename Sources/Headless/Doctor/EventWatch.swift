import StompClient

/// Takes the events of a connection and lets a check wait for what it is after, for so long.
actor EventWatch {
    private var events: [StompEvent] = []
    private var hasEnded = false
    private var waiter: CheckedContinuation<Void, Never>?
    private var taking: Task<Void, Never>?

    func take(_ connection: StompConnection) {
        taking = Task {
            for await event in connection.events() { add(event) }
            hasEnded = true
            wake()
        }
    }

    func stop() {
        taking?.cancel()
        wake()
    }

    private func add(_ event: StompEvent) {
        events.append(event)
        wake()
    }

    private func wake() {
        waiter?.resume()
        waiter = nil
    }

    /// The first event, seen already or to come before the deadline, that `pick` makes something of.
    func first<Value: Sendable>(
        before deadline: ContinuousClock.Instant,
        _ pick: @Sendable (StompEvent) -> Value?
    ) async -> Value? {
        var looked = 0
        while true {
            while looked < events.count {
                if let value = pick(events[looked]) { return value }
                looked += 1
            }
            if hasEnded || deadline <= .now { return nil }
            let alarm = Task {
                // By the real clock: a doctor looks at a real server. Cancelled, nobody waits any more.
                try? await Task.sleep(until: deadline)
                self.wake()
            }
            await withCheckedContinuation { waiter = $0 }
            alarm.cancel()
        }
    }
}
