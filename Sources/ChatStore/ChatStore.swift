/// What a person has seen and written with one profile and account, kept in one SQLite database.
///
/// Several programs may have the same database open. All work is done on a thread of the store's own; calls wait for
/// it, ``record(_:)`` does not.
package final class ChatStore: Sendable {
    /// What was done on opening that a person should know: a corrupt database was set aside.
    package let notice: StoreFailure?
    /// What could not be kept since: the chat goes on without. One consumer.
    package let troubles: AsyncStream<StoreFailure>

    private let end: AsyncStream<StoreFailure>.Continuation

    /// Opens the database, making it where there is none.
    package static func open(_ location: StoreLocation) async throws(StoreFailure) -> ChatStore {
        throw .closed
    }

    private init(notice: StoreFailure?) {
        self.notice = notice
        (troubles, end) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(16))
    }

    // MARK: Writing

    /// Makes changes, in order, some time soon. What can't be kept is told in ``troubles``.
    package func record(_ changes: [StoreChange]) {}

    /// Makes changes, and returns once they are on disk.
    package func commit(_ changes: [StoreChange]) async throws(StoreFailure) {
        throw .closed
    }

    /// Puts a message of our own into the outbox, on disk when this returns (`synchronous=FULL`).
    package func queue(_ entry: OutboxEntry) async throws(StoreFailure) {
        throw .closed
    }

    // MARK: Reading

    /// The threads listed, in order.
    package func threads() async throws(StoreFailure) -> [StoredThread] { throw .closed }

    /// The newest messages of a thread, `limit` at most.
    package func newest(of threadID: String, limit: Int) async throws(StoreFailure) -> StoredHistory { throw .closed }

    /// The messages right before a position, `limit` at most.
    package func older(
        than position: MessagePosition,
        in threadID: String,
        limit: Int
    ) async throws(StoreFailure) -> StoredHistory { throw .closed }

    /// The messages right behind a position, `limit` at most; from the oldest on for nil. For exports.
    package func newer(
        than position: MessagePosition?,
        in threadID: String,
        limit: Int
    ) async throws(StoreFailure) -> StoredHistory { throw .closed }

    /// A message by the server's identifier.
    package func message(_ id: String, in threadID: String) async throws(StoreFailure) -> StoredMessage? {
        throw .closed
    }

    package func members() async throws(StoreFailure) -> [StoredMember] { throw .closed }

    /// The outbox of this program and of programs that have ended, in the order of writing. Those of the latter are taken
    /// over, so that one program alone sends them.
    package func adoptOutbox() async throws(StoreFailure) -> [OutboxEntry] { throw .closed }

    package func drafts() async throws(StoreFailure) -> [String: StoredDraft] { throw .closed }

    package func value(named name: String) async throws(StoreFailure) -> [UInt8]? { throw .closed }

    package func search(_ query: SearchQuery) async throws(StoreFailure) -> SearchResult { throw .closed }

    // MARK: Upkeep

    /// Deletes everything of a thread: history, draft, what waits in the outbox. The number of messages deleted.
    package func forget(_ threadID: String) async throws(StoreFailure) -> Int { throw .closed }

    /// Deletes messages written before a time, in milliseconds since 1970.
    package func prune(before time: Int64) async throws(StoreFailure) {}

    /// Does what is under way, and closes the database.
    package func close() async {
        end.finish()
    }
}
