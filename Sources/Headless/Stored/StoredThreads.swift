import Chat
package import ChatStore

/// The threads kept on this machine, as people name them.
package struct StoredThreads: Sendable {
    private let store: ChatStore
    private let threads: [ChatThread]

    package init(_ store: ChatStore) async throws(StoredFailure) {
        self.store = store
        do throws(StoreFailure) {
            threads = try await store.threads().map { ChatThread(id: $0.id, title: $0.title) }
        } catch {
            throw StoredFailure(reading: error)
        }
    }

    /// The identifier of the thread that is meant. One that is not listed any more has only that to go by.
    package func id(named name: String) async throws(StoredFailure) -> String {
        let unlisted: Bool
        do throws(StoreFailure) {
            unlisted = try await !store.newest(of: name, limit: 1).messages.isEmpty
        } catch {
            throw StoredFailure(reading: error)
        }
        do throws(FailureReport) {
            return try ThreadName(name).thread(among: threads).id
        } catch {
            if unlisted { return name }
            throw StoredFailure(error)
        }
    }

    /// What a thread is called; its identifier where it is not listed any more.
    package func title(of id: String) -> String { threads.first { $0.id == id }?.title ?? id }
}
