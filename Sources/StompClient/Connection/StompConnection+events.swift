extension StompConnection {
    /// The one stream of events. It is pulled: while nobody asks for the next element, the socket is not read, and the
    /// broker feels it. It ends after `disconnect()`; a later call takes the events over from an earlier one.
    ///
    /// An element carries all messages of one read, since handing over an element costs as much as parsing ten messages.
    public nonisolated func events() -> AsyncStream<StompEvent> {
        AsyncStream { await self.nextEvent() }
    }

    private func nextEvent() async -> StompEvent? {
        if let event = queue.popFirst() {
            if !queue.isFull { makeRoom() }
            return event
        }
        guard !hasEnded else { return nil }
        consumer?.resume(returning: nil)
        consumer = nil
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if Task.isCancelled {
                    continuation.resume(returning: nil)
                } else {
                    consumer = continuation
                }
            }
        } onCancel: {
            // Held by nobody, but it ends at once.
            Task { await self.dismissConsumer() }
        }
    }

    private func dismissConsumer() {
        consumer?.resume(returning: nil)
        consumer = nil
    }

    func emit(_ event: StompEvent) {
        if let consumer {
            self.consumer = nil
            consumer.resume(returning: event)
        } else {
            queue.append(event)
        }
    }

    /// No event follows; what is queued can still be taken.
    func finishEvents() {
        dismissConsumer()
        makeRoom()
    }

    func makeRoom() {
        let waiters = roomWaiters
        roomWaiters = []
        for waiter in waiters { waiter.resume() }
    }

    /// Waits until the consumer has caught up, or there is no reason to any more.
    func waitForConsumer() async {
        while queue.isFull, !hasEnded, link?.isClosing != true {
            await withCheckedContinuation { roomWaiters.append($0) }
        }
    }
}
