import Stomp
import Transport

// The network under the connection comes, goes and changes.
extension StompConnection {
    /// How long a server may take to answer a ping after the network has changed.
    static let probeLimit = Duration.seconds(5)
    /// Changes come in bursts: those within this time of one that was acted upon only shorten the next wait.
    private static let burst = Duration.seconds(1)

    func watchNetwork() {
        guard let network, networkWatch == nil else { return }
        networkWatch = Task { [weak self] in
            for await _ in network.changes() { await self?.networkChanged() }
        }
    }

    /// Goes on at once: an attempt that waits or hangs begins anew, a session is asked whether it still stands.
    private func networkChanged() {
        guard isLiving else { return }
        reconnect.networkChanged()
        let now = ticker.now()
        if let last = networkChangedAt, now - last < Self.burst { return }
        networkChangedAt = now
        backOff?.cancel()
        if let opening {
            isOutdated = true
            opening.cancel()
        }
        guard let link, !link.isClosing else { return }
        if link.session.isConnected {
            enqueue(on: link) { $0.ping() }
            link.probed()
            start(.probe, on: link, after: Self.probeLimit)
        } else {
            isOutdated = true
            link.drop(.lost(detail: "the network has changed"))
        }
    }

    /// Nothing came. While the consumer lags nothing is read, which says nothing of the server.
    func probeEnded(on link: Link) {
        if !queue.isFull { link.drop(.silent(after: Self.probeLimit)) }
    }
}
