import Synchronization

/// Updates on their way to the one front of a session: they wait in order, go out all at once, and are bounded.
final class UpdateQueue: Sendable {
    private struct State {
        var pending: [ChatUpdate] = []
        var cost = 0
        var isFinished = false
        var consumer: CheckedContinuation<[ChatUpdate]?, Never>?
        var producer: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())
    private let limit: Int

    /// Makes a queue that asks its producer to wait while it holds more than about `limit` bytes.
    init(limit: Int = 1024 * 1024) {
        self.limit = limit
    }

    /// Adds updates; what follows `finish()` is dropped.
    func push(_ updates: [ChatUpdate]) {
        guard !updates.isEmpty else { return }
        let delivery = state.withLock { state -> (CheckedContinuation<[ChatUpdate]?, Never>, [ChatUpdate])? in
            guard !state.isFinished else { return nil }
            for update in updates { UpdateQueue.add(update, to: &state) }
            guard let consumer = state.consumer.take() else { return nil }
            return (consumer, UpdateQueue.takeAll(&state))
        }
        if let (consumer, updates) = delivery { consumer.resume(returning: updates) }
    }

    /// Waits until the queue is below its limit or finished. One producer may wait at a time.
    func waitForRoom() async {
        await withCheckedContinuation { continuation in
            let waits = state.withLock { state in
                guard state.cost > limit, !state.isFinished else { return false }
                state.producer = continuation
                return true
            }
            if !waits { continuation.resume() }
        }
    }

    /// All waiting updates as soon as there are any; nil at the end, or when the task is cancelled. One consumer.
    func next() async -> [ChatUpdate]? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                enum Outcome { case ready([ChatUpdate], CheckedContinuation<Void, Never>?), ended, waits }
                let outcome = state.withLock { state -> Outcome in
                    if !state.pending.isEmpty {
                        let producer = state.producer.take()
                        return .ready(UpdateQueue.takeAll(&state), producer)
                    }
                    if state.isFinished || Task.isCancelled { return .ended }
                    state.consumer = continuation
                    return .waits
                }
                switch outcome {
                case .ready(let updates, let producer):
                    producer?.resume()
                    continuation.resume(returning: updates)
                case .ended: continuation.resume(returning: nil)
                case .waits: break
                }
            }
        } onCancel: {
            state.withLock { $0.consumer.take() }?.resume(returning: nil)
        }
    }

    /// Ends the queue behind what waits in it.
    func finish() {
        let (consumer, producer) = state.withLock { state in
            state.isFinished = true
            return (state.consumer.take(), state.producer.take())
        }
        consumer?.resume(returning: nil)
        producer?.resume()
    }

    private static func takeAll(_ state: inout State) -> [ChatUpdate] {
        let updates = state.pending
        state.pending = []
        state.cost = 0
        return updates
    }

    // Messages of one thread become one update: fronts then work once for all of them.
    private static func add(_ update: ChatUpdate, to state: inout State) {
        state.cost += update.cost
        if case .messages(let thread, let messages) = update, case .messages(thread, var earlier)? = state.pending.last
        {
            state.pending.removeLast()
            earlier += messages
            state.pending.append(.messages(threadID: thread, earlier))
        } else {
            state.pending.append(update)
        }
    }
}

extension ChatUpdate {
    /// The memory it holds, about.
    fileprivate var cost: Int {
        switch self {
        case .messages(_, let messages): messages.reduce(128) { $0 + $1.cost }
        case .found(let findings): findings.hits.reduce(128) { $0 + $1.message.cost + $1.snippet.utf8.count }
        case .draft(_, let draft): 128 + (draft?.text.utf8.count ?? 0) + (draft?.files.count ?? 0) * 128
        case .timeline(_, .replaced(let items, _)), .timeline(_, .appended(let items, _)),
            .timeline(_, .inserted(let items, _, _)):
            items.reduce(128) { $0 + $1.cost }
        case .timeline(_, .updated(_, let item)): 128 + item.cost
        case .threads(let threads): 128 + threads.count * 512
        case .thread, .joined: 512
        case .members(_, let members): 128 + members.count * 128
        default: 128
        }
    }
}

extension TimelineItem {
    fileprivate var cost: Int { if case .message(let message) = self { message.cost } else { 64 } }
}

extension ChatMessage {
    fileprivate var cost: Int { 256 + text.utf8.count }
}

extension Optional {
    /// Hands out the value and leaves nil.
    fileprivate mutating func take() -> Wrapped? {
        defer { self = nil }
        return self
    }
}
