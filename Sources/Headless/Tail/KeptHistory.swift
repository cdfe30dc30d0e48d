import Chat
package import ChatStore

/// What is kept of a broker's threads on this machine, as the past of a tail.
package struct KeptHistory: Sendable {
    private static let page = 500

    private let store: ChatStore

    package init(_ store: ChatStore) {
        self.store = store
    }

    func close() async { await store.close() }

    /// Prints the past of all threads by time.
    func print(
        _ settings: TailSettings,
        now: Int64,
        _ printer: inout TailPrinter,
        _ stop: Stop
    ) async throws(StoredFailure) {
        let since = settings.range.since?.milliseconds(now: now, zone: settings.zone)
        let until = settings.range.until?.milliseconds(now: now, zone: settings.zone)
        var threads: [HistoryReader<StoreFailure>] = []
        do throws(StoreFailure) {
            for source in settings.sources {
                let threadID = source.destination
                let bounds = settings.range.bounds(
                    position: try await position(of: settings.cursor?.position(of: threadID), in: threadID),
                    after: try await position(of: settings.range.after, in: threadID),
                    since: since,
                    until: until,
                    follows: settings.range.follows && until.map { $0 > now } ?? true
                )
                if !bounds.isEmpty { threads.append(reader(of: threadID, bounds)) }
            }
            for index in threads.indices { try await threads[index].findBeginning { printer.takes($0) } }
            try await HistoryMerge.print(&threads, &printer, stop)
        } catch {
            throw StoredFailure(error)
        }
    }

    /// Where a message stands; one that is not kept any more stands where its identifier would.
    private func position(of id: String?, in threadID: String) async throws(StoreFailure) -> MessagePosition? {
        guard let id else { return nil }
        return try await store.message(id, in: threadID)?.position ?? MessagePosition(messageID: id)
    }

    private func reader(of threadID: String, _ bounds: TailRange.Bounds) -> HistoryReader<StoreFailure> {
        let store = store
        return HistoryReader(bounds) { place throws(StoreFailure) in
            let history: StoredHistory
            if case .position(let position) = place {
                history = try await store.older(than: position, in: threadID, limit: Self.page)
            } else {
                history = try await store.newest(of: threadID, limit: Self.page)
            }
            let items = history.messages.map { message in
                HistoryPage.Item(
                    entry: TailEntry(.message, ChatMessage(message), threadID: threadID),
                    position: message.position,
                    isShown: !message.isDeleted
                )
            }
            let first = history.hasOlder ? history.messages.first : nil
            return HistoryPage(items: items, older: first.map { .position($0.position) })
        }
    }
}
