import Transport

/// What lives on a database's thread: the database and what is kept in memory of it.
package protocol DatabaseDomain: AnyObject, SendableMetatype {
    var database: SQLiteDatabase { get }
    /// A piece of work begins. Where no transaction is open yet, the database may be exchanged for another.
    func workBegan()
    /// The changes of the piece of work that ended last were taken back.
    func workUndone()
    /// All changes since the last call of this or the next are on disk.
    func batchCommitted()
    /// They were taken back.
    func batchUndone()
    /// No transaction is open any more, and those who waited know the outcome; `failure` is what the batch as a whole
    /// came to nothing for.
    func batchEnded(_ failure: (any Error)?)

    /// Whether there is work that nobody waits for, which is done once nothing else was asked for in a while, or now and
    /// then where there is no such pause.
    var hasIdleWork: Bool { get }
    /// Does some of it, in a transaction that may be taken back by a power cut. It must not take long, since what is
    /// asked for meanwhile waits; and where it fails, ``hasIdleWork`` must not stay true.
    func idle() throws
}

extension DatabaseDomain {
    package func batchEnded(_ failure: (any Error)?) {}
    package var hasIdleWork: Bool { false }
    package func idle() throws {}
}

/// Why work was not done.
package enum DatabaseRefusal: Error, Equatable {
    /// Too much waits already.
    case busy
    case closed
}

/// The thread that has a database to itself. Work queued while a commit runs shares the next transaction, and each
/// caller goes on once its own changes are on disk.
package final class DatabaseThread<Domain: DatabaseDomain>: Sendable {
    /// Whether work changes the database.
    package enum Kind: Sendable {
        case reading
        /// On disk when its caller goes on.
        case writing
        /// Outlives the program when its caller goes on, but not a power cut: it is on disk with the next commit of
        /// ``writing``, or a little later.
        case writingLoosely
    }

    /// Pieces of work that may wait.
    package static var queueLimit: Int { 20_000 }
    /// Pieces of work in one transaction, which bounds how long the first of them waits.
    package static var batchLimit: Int { 256 }

    /// How long nothing is asked for until the thread is idle: longer than a pause between two pieces of the same work.
    private static var idleMilliseconds: Int { 50 }
    /// How long such work waits at most for a pause that does not come.
    private static var busyMilliseconds: Int64 { 2_000 }

    private let queue = WorkQueue<Piece<Domain>>(limit: queueLimit)
    private let ending = Ending()

    /// Starts the thread and makes the domain on it.
    package static func start(
        name: String,
        _ make: @escaping @Sendable () throws -> Domain
    ) async throws -> DatabaseThread {
        let thread = DatabaseThread()
        try await withCheckedThrowingContinuation { continuation in
            do throws(TransportError) {
                try SystemThread.start(name: name) {
                    do {
                        var domain: Domain? = try make()
                        continuation.resume()
                        if let domain { thread.run(domain) }
                        // Closes the database before anybody hears of the end.
                        domain = nil
                        thread.ending.reach()
                    } catch {
                        continuation.resume(throwing: error)
                    }
                }
            } catch {
                continuation.resume(throwing: error)
            }
        }
        return thread
    }

    private init() {}

    /// Does work on the thread.
    ///
    /// - Throws: what `body` throws, in which case its changes are taken back, ``SQLiteFailure`` where the commit
    ///   failed, or ``DatabaseRefusal``.
    package func perform<Value: Sendable>(
        _ kind: Kind,
        _ body: @escaping @Sendable (Domain) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            do throws(DatabaseRefusal) {
                try submit(kind, body) { continuation.resume(with: $0) }
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }

    /// Queues work and waits for nothing; `done` is told on the thread what ``perform(_:_:)`` would return or throw,
    /// unless the work is refused here.
    package func submit<Value: Sendable>(
        _ kind: Kind,
        _ body: @escaping @Sendable (Domain) throws -> Value,
        done: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) throws(DatabaseRefusal) {
        do {
            try queue.add(TypedPiece(kind, body, done: done))
        } catch WorkQueue<Piece<Domain>>.Refusal.full {
            throw .busy
        } catch {
            throw .closed
        }
    }

    /// Pieces of work that wait; for measurements.
    package var waitingCount: Int { queue.count }

    /// Takes nothing more; what waits is still done. Waits for nothing.
    package func stop() {
        queue.close()
    }

    /// Does what is queued, closes the database and ends the thread.
    package func close() async {
        queue.close()
        await ending.wait()
    }

    private func run(_ domain: Domain) {
        var isIdle = false
        /// When there was nothing to be done in pauses, or some of it was done.
        var idled = MonotonicTime.milliseconds
        while true {
            let patience = domain.hasIdleWork ? (isIdle ? 0 : Self.idleMilliseconds) : nil
            let pieces = queue.take(atMost: Self.batchLimit, withinMilliseconds: patience)
            if pieces?.isEmpty == true { return }
            if let pieces { Batch(domain: domain, pieces: pieces).run() }
            let now = MonotonicTime.milliseconds
            guard domain.hasIdleWork else {
                (isIdle, idled) = (false, now)
                continue
            }
            isIdle = pieces == nil
            guard isIdle || now - idled >= Self.busyMilliseconds else { continue }
            let idling = TypedPiece<Domain, Void>(.writingLoosely, { try $0.idle() }, done: { _ in })
            Batch(domain: domain, pieces: [idling]).run()
            idled = MonotonicTime.milliseconds
        }
    }
}

/// The end of a thread, which tasks may wait for.
private final class Ending: Sendable {
    private enum State {
        case ahead([CheckedContinuation<Void, Never>])
        case reached
    }

    private let state = Locked(State.ahead([]))

    func wait() async {
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state -> Bool in
                guard case .ahead(let waiting) = state else { return true }
                state = .ahead(waiting + [continuation])
                return false
            }
            if isReached { continuation.resume() }
        }
    }

    func reach() {
        let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            guard case .ahead(let waiting) = state else { return [] }
            state = .reached
            return waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}

/// A piece of work, whatever it returns.
private class Piece<Domain> {
    let isWriting: Bool
    let isDurable: Bool

    init(isWriting: Bool, isDurable: Bool) {
        self.isWriting = isWriting
        self.isDurable = isDurable
    }

    /// Does the work and returns whether it succeeded.
    func run(_ domain: Domain) -> Bool { false }
    /// Hands the outcome over; with a failure where the commit, or the batch, came to nothing.
    func finish(_ failure: (any Error)?) {}
}

private final class TypedPiece<Domain, Value: Sendable>: Piece<Domain> {
    private let body: (Domain) throws -> Value
    private let done: (Result<Value, any Error>) -> Void
    /// Nil until it was run, which it may never be in a batch that is lost.
    private var outcome: Result<Value, any Error>?

    init(
        _ kind: DatabaseThread<Domain>.Kind,
        _ body: @escaping (Domain) throws -> Value,
        done: @escaping (Result<Value, any Error>) -> Void
    ) where Domain: DatabaseDomain {
        self.body = body
        self.done = done
        super.init(isWriting: kind != .reading, isDurable: kind == .writing)
    }

    override func run(_ domain: Domain) -> Bool {
        let result = Result { try body(domain) }
        outcome = result
        if case .success = result { return true }
        return false
    }

    override func finish(_ failure: (any Error)?) {
        switch outcome {
        case .failure(let own): done(.failure(own))
        case .success(let value): done(failure.map { .failure($0) } ?? .success(value))
        case nil: done(.failure(failure ?? DatabaseRefusal.closed))
        }
    }
}

/// Pieces of work that share one transaction.
private struct Batch<Domain: DatabaseDomain> {
    let domain: Domain
    let pieces: [Piece<Domain>]

    func run() {
        var failure: (any Error)?
        do {
            for piece in pieces { try run(piece) }
            if domain.database.isInTransaction { try domain.database.run("COMMIT") }
            domain.batchCommitted()
        } catch {
            if domain.database.isInTransaction { try? domain.database.run("ROLLBACK") }
            domain.batchUndone()
            failure = error
        }
        for piece in pieces { piece.finish(failure) }
        domain.batchEnded(failure)
    }

    /// Throws only where the whole transaction is lost.
    private func run(_ piece: Piece<Domain>) throws {
        domain.workBegan()
        let database = domain.database
        guard piece.isWriting else {
            if !piece.run(domain) { domain.workUndone() }
            return
        }
        if !database.isInTransaction {
            try database.setDurable(pieces.contains { $0.isDurable })
            try database.run("BEGIN IMMEDIATE")
        }
        try database.run("SAVEPOINT piece")
        if piece.run(domain) {
            try database.run("RELEASE piece")
        } else {
            // SQLite has ended the transaction by itself, and with it the work of those before.
            guard database.isInTransaction else { throw LostTransaction() }
            try database.run("ROLLBACK TO piece")
            try database.run("RELEASE piece")
            domain.workUndone()
        }
    }
}

/// The transaction was ended by SQLite: the disk is full or fails.
package struct LostTransaction: Error {}
