package import Chat
package import ChatStore

/// `bobbin export`: writes what is kept of a thread on this machine, oldest first.
package struct StoredExport: Sendable {
    private let threadID: String
    private let threads: StoredThreads
    private let store: ChatStore
    private let output: OutputWriter
    private let page: Int

    /// - Parameter page: the messages read at once.
    package init(
        _ threadID: String,
        of threads: StoredThreads,
        store: ChatStore,
        output: OutputWriter,
        page: Int = 500
    ) {
        self.page = page
        self.threadID = threadID
        self.threads = threads
        self.store = store
        self.output = output
    }

    /// Writes everything; returns how many messages that were, and once all of them are written or nothing can be.
    package func run(_ format: ExportFormat, zone: Zone) async throws(StoredFailure) -> Int {
        var count = 0
        var lines = ExportLines(format, threadID: threadID, title: threads.title(of: threadID), zone: zone)
        var place: MessagePosition?
        var gaps: Set<MessagePosition> = []
        repeat {
            let history = try await page(behind: place)
            // Whoever reads it wants no more.
            if count > 0, history.messages.isEmpty { break }
            gaps.formUnion(history.gaps)
            if let place, gaps.contains(place) { lines.appendGap() }
            for (index, message) in history.messages.enumerated() {
                lines.append(message)
                let isLast = index == history.messages.count - 1
                if !isLast, gaps.contains(message.position) { lines.appendGap() }
            }
            count += history.messages.count
            place = history.messages.last?.position
            if !lines.buffer.isEmpty, await !output.write(&lines.buffer) { break }
        } while place != nil
        await output.drain()
        return count
    }

    private func page(behind place: MessagePosition?) async throws(StoredFailure) -> StoredHistory {
        do throws(StoreFailure) {
            return try await store.newer(than: place, in: threadID, limit: page)
        } catch {
            throw StoredFailure(reading: error)
        }
    }
}
