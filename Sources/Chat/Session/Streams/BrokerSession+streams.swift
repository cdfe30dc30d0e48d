import ChatStore
import Stomp
import StompClient

// Reading streams: where to begin, older pages, and messages in doubt.
extension BrokerSession {
    /// How long a page of older messages may take.
    private static let pageLimit = Duration.seconds(10)
    /// How long a stream is read after the connection has come back before a message that it has not brought is sent again.
    private static let doubtLimit = Duration.seconds(2)

    /// Subscribes to a stream: behind what is stored, or else with its newest messages.
    func subscribe(
        stream destination: String,
        behind history: StoredHistory,
        _ headers: StompHeaders
    ) async -> SubscriptionID {
        await connection.subscribe(
            stream: destination,
            from: StreamThread.next(behind: history).map(StreamStart.offset) ?? .last,
            headers: headers
        )
    }

    /// Asks the broker for the messages before the oldest here; does nothing when there are none.
    func loadOlderOfStream(_ threadID: String) async {
        guard let range = conversation.willReadPage(of: threadID) else { return }
        let subscription = await connection.subscribe(
            stream: threadID,
            from: .offset(range.lowerBound),
            prefetch: range.count
        )
        queue.push(conversation.readsPage(of: threadID, range, as: subscription, arrival: now()))
        pageTimers[threadID]?.cancel()
        pageTimers[threadID] = Task { [clock] in
            guard (try? await clock.sleep(for: Self.pageLimit)) != nil else { return }
            self.queue.push(self.conversation.pageFailed(subscription, in: threadID))
            await self.tendStreams()
        }
        await tendStreams()
    }

    /// Asks for the pages that are wanted, and lets go of those that are here.
    func tendStreams() async {
        for subscription in conversation.takeEndedPages() { await connection.unsubscribe(subscription) }
        for threadID in conversation.takeWantedPages() { await loadOlderOfStream(threadID) }
    }

    /// Sees to it that messages in doubt are sent again once the streams have been read for a while.
    func watchDoubt(afterChange isNew: Bool) {
        if isNew { doubtTimer?.cancel() }
        guard conversation.hasDoubt, conversation.isConnected else { return }
        if doubtTimer != nil, !isNew { return }
        doubtTimer = Task { [clock] in
            guard (try? await clock.sleep(for: Self.doubtLimit)) != nil else { return }
            self.doubtEnded()
        }
    }

    private func doubtEnded() {
        doubtTimer = nil
        queue.push(conversation.doubtEnded())
        advance()
    }

    func endStreamTimers() {
        doubtTimer?.cancel()
        for timer in pageTimers.values { timer.cancel() }
    }
}

extension Conversation {
    /// Whether messages wait until it is known that they have not arrived.
    var hasDoubt: Bool { !doubtful.isEmpty }
}
