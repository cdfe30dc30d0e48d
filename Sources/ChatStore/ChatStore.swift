import SQLite
import Transport

/// What a person has seen and written with one profile and account, kept in one SQLite database.
///
/// Several programs may have the same database open. All work is done on a thread of the store's own, in the order in
/// which it was asked for; calls wait for it, ``record(_:)`` does not.
package final class ChatStore: Sendable {
    /// What was done on opening that a person should know: a corrupt database was set aside.
    package let notice: StoreFailure?
    /// What can't be kept, and that it is kept again: the chat goes on meanwhile. One consumer.
    package let events: AsyncStream<StoreEvent>
    /// The database's file.
    package let path: String

    /// What is done with a store.
    package enum Access: Sendable {
        /// All of it.
        case writing
        /// Nothing is changed: it works where nothing can be written, and beside a program that is held up.
        case reading
    }

    /// How long what could not be written waits to be tried again when nothing else is written.
    static let retryPause = Duration.seconds(5)

    let thread: DatabaseThread<StoreDatabase>
    private let tell: AsyncStream<StoreEvent>.Continuation
    private let waiting: Locked<Waiting>
    private let clock: any Clock<Duration>
    private let retry = Locked<Task<Void, Never>?>(nil)

    /// Opens the database, making it where there is none and it is not only to be read.
    package static func open(
        _ location: StoreLocation,
        access: Access = .writing,
        clock: any Clock<Duration> = ContinuousClock()
    ) async throws(StoreFailure) -> ChatStore {
        let path = StoreFiles(location).database
        let (events, tell) = AsyncStream.makeStream(of: StoreEvent.self, bufferingPolicy: .bufferingOldest(16))
        let waiting = Locked(Waiting())
        do {
            let thread = try await DatabaseThread.start(name: "bobbin-store") {
                try StoreDatabase(location, access: access) { failure in
                    if waiting.withLock({ $0.isNews(failure) }) { tell.yield(.trouble(failure)) }
                }
            }
            let notice = try await thread.perform(.reading) { $0.notice }
            return ChatStore(thread: thread, path: path, notice: notice, waiting: waiting, clock: clock, events, tell)
        } catch {
            throw StoreFailure(error, path: path)
        }
    }

    private init(
        thread: DatabaseThread<StoreDatabase>,
        path: String,
        notice: StoreFailure?,
        waiting: Locked<Waiting>,
        clock: any Clock<Duration>,
        _ events: AsyncStream<StoreEvent>,
        _ tell: AsyncStream<StoreEvent>.Continuation
    ) {
        self.thread = thread
        self.waiting = waiting
        self.path = path
        self.notice = notice
        self.clock = clock
        self.events = events
        self.tell = tell
    }

    deinit {
        retry.withLock { $0 }?.cancel()
        thread.stop()
        tell.finish()
    }

    // MARK: Writing

    /// Makes changes, in order, some time soon. What can't be kept is told in ``events``.
    ///
    /// What is about the outbox and drafts is tried again with the next changes, or after a while; where history is
    /// lost, a gap is noted in all threads.
    package func record(_ changes: [StoreChange]) {
        let weight = changes.reduce(0) { $0 + $1.weight }
        guard waiting.withLock({ $0.admit(weight) }) else { return lost(changes, for: .busy(path: path)) }
        let retries = waiting.withLock { $0.takeRetries() }
        let all = retries.isEmpty ? changes : retries + changes
        guard !all.isEmpty else { return }
        do {
            try thread.submit(kind(of: all), apply(all)) { [weak self, waiting] result in
                for goOn in waiting.withLock({ $0.leave(weight) }) { goOn() }
                guard let self else { return }
                switch result {
                case .success: self.kept()
                case .failure(let error): self.lost(all, for: StoreFailure(error, path: self.path))
                }
            }
        } catch {
            for goOn in waiting.withLock({ $0.leave(weight) }) { goOn() }
            lost(all, for: StoreFailure(error, path: path))
        }
    }

    /// Waits for the disk while much that was recorded waits for it: who reads faster than it writes takes no more then.
    package func catchUp() async {
        await withCheckedContinuation { continuation in
            if !waiting.withLock({ $0.isMuch { continuation.resume() } }) { continuation.resume() }
        }
    }

    /// Makes changes, and returns once they are on disk.
    package func commit(_ changes: [StoreChange]) async throws(StoreFailure) {
        let retries = waiting.withLock { $0.takeRetries() }
        do {
            try await perform(.writing) { try $0.apply(retries + changes) }
            kept()
        } catch {
            // The caller hears of its own.
            waiting.withLock { $0.lost(retries, for: error) }
            retryLater()
            throw error
        }
    }

    /// Puts a message of our own into the outbox, on disk when this returns (`synchronous=FULL`). One of the same
    /// identifier is replaced in its place.
    ///
    /// - Parameter isTriedAgain: whether it is written later where it can't be now.
    package func queue(_ entry: OutboxEntry, isTriedAgain: Bool = false) async throws(StoreFailure) {
        do {
            try await commit([.queued(entry)])
        } catch {
            if isTriedAgain { lost([.queued(entry)], for: error) }
            throw error
        }
    }

    // MARK: Reading

    /// The threads listed, in order.
    package func threads() async throws(StoreFailure) -> [StoredThread] {
        try await perform(.reading) { try $0.threads() }
    }

    /// The newest messages of a thread, `limit` at most.
    package func newest(of threadID: String, limit: Int) async throws(StoreFailure) -> StoredHistory {
        try await perform(.reading) { try $0.newest(of: threadID, limit: limit) }
    }

    /// The messages right before a position, `limit` at most.
    ///
    /// More than the limit come, here and in the others, only where several messages have the position that ends them.
    package func older(
        than position: MessagePosition,
        in threadID: String,
        limit: Int
    ) async throws(StoreFailure) -> StoredHistory {
        try await perform(.reading) { try $0.older(than: position, in: threadID, limit: limit) }
    }

    /// The messages right behind a position, `limit` at most; from the oldest on for nil. For exports.
    package func newer(
        than position: MessagePosition?,
        in threadID: String,
        limit: Int
    ) async throws(StoreFailure) -> StoredHistory {
        try await perform(.reading) { try $0.newer(than: position, in: threadID, limit: limit) }
    }

    /// A message by the server's identifier.
    package func message(_ id: String, in threadID: String) async throws(StoreFailure) -> StoredMessage? {
        try await perform(.reading) { try $0.message(id, in: threadID) }
    }

    /// All members known, by name.
    package func members() async throws(StoreFailure) -> [StoredMember] {
        try await perform(.reading) { try $0.members() }
    }

    /// The outbox of this program and of programs that have ended, in the order of writing. Those of the latter are taken
    /// over, so that one program alone sends them.
    package func adoptOutbox() async throws(StoreFailure) -> [OutboxEntry] {
        try await perform(.writing) { try $0.adoptOutbox() }
    }

    /// Takes over what programs that have ended have left in the outbox since, and returns that alone.
    package func adoptAbandoned() async throws(StoreFailure) -> [OutboxEntry] {
        guard try await perform(.reading, { try $0.hasOthersEntries }) else { return [] }
        return try await perform(.writing) { try $0.adoptAbandoned() }
    }

    /// Drafts by thread.
    package func drafts() async throws(StoreFailure) -> [String: StoredDraft] {
        try await perform(.reading) { store in
            var drafts: [String: StoredDraft] = [:]
            try store.database.eachDraft { drafts[$0] = $1 }
            return drafts
        }
    }

    package func value(named name: String) async throws(StoreFailure) -> [UInt8]? {
        try await perform(.reading) { try $0.database.value(named: name) }
    }

    /// Messages that meet a query, newest first. What is not in the index yet is put there first; where that can't be
    /// written, it is looked at one by one.
    package func search(_ query: SearchQuery) async throws(StoreFailure) -> SearchResult {
        await indexAll()
        return try await perform(.reading) { try $0.search(query) }
    }

    // MARK: Upkeep

    /// Looks how the store is; takes a second or so for a large one.
    package func health() async throws(StoreFailure) -> StoreHealth {
        try await perform(.reading) { try $0.health() }
    }

    /// Deletes everything of a thread: history, draft, what waits in the outbox. The number of messages deleted.
    package func forget(_ threadID: String) async throws(StoreFailure) -> Int {
        try await perform(.writing) { try $0.forget(threadID) }
    }

    /// Deletes messages written before a time, in milliseconds since 1970.
    package func prune(before time: Int64) async throws(StoreFailure) {
        // In pieces, between which others have their turn.
        while try await perform(.writingLoosely, { try $0.prune(before: time) }) {}
    }

    /// Does what is under way, and closes the database.
    package func close() async {
        retry.withLock { $0 }?.cancel()
        let retries = waiting.withLock { $0.takeRetries() }
        if !retries.isEmpty { _ = try? await thread.perform(.writing, apply(retries)) }
        try? await thread.perform(.reading) { $0.isClosing = true }
        await thread.close()
        tell.finish()
    }

    // MARK: Work

    private func kind(of changes: [StoreChange]) -> DatabaseThread<StoreDatabase>.Kind {
        changes.contains { $0.isDurable } ? .writing : .writingLoosely
    }

    private func apply(_ changes: [StoreChange]) -> @Sendable (StoreDatabase) throws -> Void {
        { store in try store.watched { try $0.apply(changes) } }
    }

    private func perform<Value: Sendable>(
        _ kind: DatabaseThread<StoreDatabase>.Kind,
        _ body: @escaping @Sendable (StoreDatabase) throws -> Value
    ) async throws(StoreFailure) -> Value {
        do {
            return try await thread.perform(kind) { store in try store.watched(body) }
        } catch {
            let failure = StoreFailure(error, path: path)
            guard failure.isCorruption else { throw failure }
        }
        // By now it was set aside, which the person is told of, and there is a new one.
        do {
            return try await thread.perform(kind) { store in try store.watched(body) }
        } catch {
            throw StoreFailure(error, path: path)
        }
    }

    private func lost(_ changes: [StoreChange], for failure: StoreFailure) {
        let isNews = waiting.withLock { waiting in
            waiting.lost(changes, for: failure)
            return waiting.isNews(failure)
        }
        // A corrupt database is told of once it was set aside.
        if isNews, !failure.isCorruption { tell.yield(.trouble(failure)) }
        retryLater()
    }

    private func kept() {
        if waiting.withLock({ $0.kept() }) { tell.yield(.recovered) }
    }

    /// What could not be written is tried again though nothing else comes.
    private func retryLater() {
        guard waiting.withLock({ $0.hasRetries }) else { return }
        retry.withLock { task in
            guard task == nil else { return }
            task = Task { [weak self, clock] in
                guard (try? await clock.sleep(for: Self.retryPause)) != nil, let self else { return }
                self.retry.withLock { $0 = nil }
                self.record([])
            }
        }
    }

    private func indexAll() async {
        do {
            guard try await perform(.reading, { try $0.client != nil && $0.hasUnindexed }) else { return }
            while try await perform(.writingLoosely, { try $0.indexMore() }) {}
        } catch {
            // A search looks at what is left.
        }
    }
}
