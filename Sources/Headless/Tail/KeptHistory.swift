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

    /// Reads the past of a thread; nil where nothing of it is wanted.
    func reader(
        of threadID: String,
        _ settings: TailSettings,
        _ span: TailSpan
    ) async throws(StoredFailure) -> HistoryReader<StoredFailure>? {
        do throws(StoreFailure) {
            let bounds = settings.range.bounds(
                position: try await position(of: settings.cursor?.position(of: threadID), in: threadID),
                after: try await position(of: settings.range.after, in: threadID),
                since: span.since,
                until: span.until,
                follows: span.follows
            )
            return bounds.isEmpty ? nil : reader(of: threadID, bounds)
        } catch {
            throw StoredFailure(error)
        }
    }

    /// Where a message stands; one that is not kept any more stands where its identifier would.
    private func position(of id: String?, in threadID: String) async throws(StoreFailure) -> MessagePosition? {
        guard let id else { return nil }
        return try await store.message(id, in: threadID)?.position ?? MessagePosition(messageID: id)
    }

    private func reader(of threadID: String, _ bounds: TailRange.Bounds) -> HistoryReader<StoredFailure> {
        let store = store
        return HistoryReader(bounds) { place throws(StoredFailure) in
            let history: StoredHistory
            do throws(StoreFailure) {
                if case .position(let position) = place {
                    history = try await store.older(than: position, in: threadID, limit: Self.page)
                } else {
                    history = try await store.newest(of: threadID, limit: Self.page)
                }
            } catch {
                throw StoredFailure(error)
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
