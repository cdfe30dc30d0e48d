public import Chat
import Glibc
import Synchronization

/// `bobbin send` in a community: sends messages to a thread in order, each once the one before has come back; or keeps
/// them all at once, and waits for a while until they have come back.
public final class ThreadSend: Sendable {
    private let settings: SendSettings
    private let input: SendInput
    private let session: any ChatSession
    private let notices: Notices
    private let stop: Stop
    private let remedy: String
    private let clock: any Clock<Duration>
    private let thread = OneShot<ChatThread>()
    private let complete = OneShot<Void>()
    private let standstill: Standstill
    private let state = Mutex(State())

    private struct State {
        var delivered = 0
        /// The message on its way; its identifier is known once the session shows it.
        var underWay: (id: String?, text: String, outcome: OneShot<Outcome>)?
        /// The server's identifiers of messages of ours, by the client's.
        var serverIDs: [String: String] = [:]
        /// Messages of ours that the session has shown: what another run of the program left behind too.
        var shown: Set<String> = []
        /// Those of this run that are kept and have not come back.
        var queued: Set<String> = []
        /// Why there is no connection, after an attempt that has failed.
        var absence: String?
        /// Whether there will be none any more.
        var isOver = false
        /// Whether what comes is the server's word.
        var wasConnected = false
        /// Whether all there is to send has been handed over.
        var isComplete = false
    }

    private enum Outcome: Sendable {
        case delivered
        case queued
        case failed(FailureReport)
    }

    /// Makes a sender that does nothing until `run()`.
    ///
    /// - Parameters:
    ///   - settings: its destination is a thread by title or identifier; its headers mean nothing here.
    ///   - session: a session with a community that nobody else uses and that has not been started. To queue messages
    ///     it must keep them before it shows them.
    ///   - stop: ends it from outside.
    ///   - remedy: what to do when nobody is signed in.
    public init(
        _ settings: SendSettings,
        _ input: SendInput,
        session: any ChatSession,
        notices: Notices,
        stop: Stop,
        remedy: String,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.settings = settings
        self.input = input
        self.session = session
        self.notices = notices
        self.stop = stop
        self.remedy = remedy
        self.clock = clock
        standstill = Standstill(limit: settings.timeout ?? Send.patience, clock: clock)
    }

    /// Connects and sends; returns once every message has come back, or one will not.
    public func run() async -> ExitCode {
        let follower = Task { await follow() }
        let sender = Task { await send() }
        let timer = Task {
            try await waitInVain()
            timeIsUp(after: settings.timeout ?? Send.patience)
        }
        let code = await stop.wait()
        timer.cancel()
        complete.decide(())
        sender.cancel()
        switch code {
        case .interrupted, .terminated, .hungUp: notices.complain("interrupted; \(count)")
        default: break
        }
        await within(.seconds(2), on: clock) { [session] in await session.disconnect() }
        follower.cancel()
        return code
    }

    /// Returns when the time is up.
    private func waitInVain() async throws {
        switch input {
        case .text: try await clock.sleep(for: settings.timeout ?? Send.patience)
        case .lines:
            if let timeout = settings.timeout, !settings.queues { return try await clock.sleep(for: timeout) }
            // What comes in line by line is kept before the time counts, and nobody knows when the next line comes.
            try await standstill.wait()
        }
    }

    private var count: String {
        let (delivered, queued) = state.withLock { ($0.delivered, $0.queued.count) }
        return settings.queues ? "\(delivered) delivered, \(queued) queued" : "\(delivered) delivered"
    }

    // MARK: Updates

    private func follow() async {
        await session.start()
        for await updates in session.updates() {
            let refused = updates.compactMap { if case .takenBack(_, let draft) = $0 { draft.text } else { nil } }
            for update in updates where stop.cause == nil { await take(update, refused: refused) }
        }
        stop.end(with: .noConnection) { notices.complain("the connection has ended; \(count)") }
    }

    /// - Parameter refused: the texts that were given back together with it.
    private func take(_ update: ChatUpdate, refused: [String]) async {
        switch update {
        case .threads(let threads):
            guard thread.value == nil else { return }
            do throws(FailureReport) {
                let found = try ThreadName(settings.destination).thread(among: threads)
                await session.perform(.open(threadID: found.id))
                thread.decide(found)
            } catch {
                // What is kept here may be older than the thread.
                let isKeptList = settings.queues && !state.withLock { $0.wasConnected }
                if !isKeptList { end(error) }
            }
        case .timeline(let threadID, let change):
            for message in change.messages where message.isOwn { come(message, in: threadID) }
        case .delivery(_, let id, let delivery):
            decide(id, delivery)
        case .left(let id, let reason) where id == thread.value?.id:
            end(FailureReport(.refused, "the thread is gone" + (reason.map { ": \($0)" } ?? "")))
        case .failed(let report):
            // What is kept goes on whatever else fails, such as the history of another thread.
            let isOurs = !settings.queues || state.withLock { $0.underWay.map { refused.contains($0.text) } ?? false }
            if !isOurs { notices.tell(report.description) } else if !refuse(report) { end(report) }
        case .connection(.connected):
            state.withLock { ($0.wasConnected, $0.absence) = (true, nil) }
        case .connection(.connecting), .notice:
            break
        case .connection(.offline(let reason, _)) where settings.queues:
            state.withLock { ($0.absence, $0.isOver) = (reason, true) }
            endIfDone()
        case .connection(.waiting(let reason, _, _)):
            state.withLock { $0.absence = reason }
            SessionNotices(notices, stop: stop, url: settings.url, remedy: remedy).take(update)
            if settings.queues { endIfDone() }
        default:
            SessionNotices(notices, stop: stop, url: settings.url, remedy: remedy).take(update)
        }
    }

    /// A message of our own stands in the thread, for the first time or again.
    private func come(_ message: ChatMessage, in threadID: String) {
        guard threadID == thread.value?.id else { return }
        state.withLock { state in
            let isNew = state.shown.insert(message.id).inserted
            if let id = message.serverID, state.underWay?.id == message.id { state.serverIDs[message.id] = id }
            guard isNew, message.delivery != .delivered, let underWay = state.underWay, underWay.id == nil,
                underWay.text == message.text
            else { return }
            state.underWay?.id = message.id
            guard settings.queues else { return }
            state.queued.insert(message.id)
            underWay.outcome.decide(.queued)
        }
        decide(message.id, message.delivery)
    }

    private func decide(_ id: String, _ delivery: ChatMessage.Delivery) {
        let (outcome, isQueued) = state.withLock { state in
            (state.underWay?.id == id ? state.underWay?.outcome : nil, state.queued.contains(id))
        }
        switch delivery {
        case .waiting, .sending: break
        case .delivered where isQueued: cameBack(id)
        case .delivered: outcome?.decide(.delivered)
        case .failed(let reason) where isQueued: end(FailureReport(.refused, reason, remedy: count))
        case .failed(let reason): outcome?.decide(.failed(FailureReport(.refused, reason)))
        }
    }

    private func cameBack(_ id: String) {
        state.withLock { state in
            if state.queued.remove(id) != nil { state.delivered += 1 }
        }
        standstill.came()
        endIfDone()
    }

    private func endIfDone() {
        let (isComplete, queued, isOver) = state.withLock { ($0.isComplete, $0.queued.count, $0.isOver) }
        // With a time given it is tried for so long, otherwise until it is clear that nobody is there.
        let absence = isOver || settings.timeout == nil ? state.withLock(\.absence) : nil
        if let absence, thread.value == nil {
            return end(FailureReport(.noConnection, "not queued, since the thread is not known here: \(absence)"))
        }
        guard isComplete else { return }
        if queued == 0 {
            stop.end(with: .success) { notices.detail(count) }
        }
        if queued > 0, let absence { endQueued(queued, because: absence) }
    }

    private func endQueued(_ count: Int, because reason: String) {
        stop.end(with: .success) {
            notices.complain("\(count) \(count == 1 ? "message" : "messages") queued: \(reason)")
        }
    }

    /// A request failed: the message on its way, if the session has not even shown it.
    private func refuse(_ report: FailureReport) -> Bool {
        let outcome = state.withLock { state in
            state.underWay.flatMap { $0.id == nil ? $0.outcome : nil }
        }
        outcome?.decide(.failed(report))
        return outcome != nil
    }

    // MARK: Messages

    private func send() async {
        var source = SendSource(input)
        var next = await source.next()
        standstill.awaits(true)
        let thread = await thread.wait()
        while case .success(let line)? = next, stop.cause == nil {
            standstill.awaits(true)
            guard await deliver(line, to: thread) else { return }
            standstill.came()
            standstill.awaits(false)
            next = await source.next()
        }
        conclude(next)
    }

    /// Sends a line and waits until all it becomes has come back; false when something will not.
    private func deliver(_ line: LineSplitter.Line, to thread: ChatThread) async -> Bool {
        let texts: [String]
        do throws(FailureReport) {
            texts = try settings.texts(of: line, isAlone: isAlone)
        } catch {
            endWithCount(error)
            return false
        }
        let lines = SentLines(output: settings.report, thread: thread.id)
        for (index, text) in texts.enumerated() {
            let part = texts.count > 1 ? index + 1 : nil
            guard await deliver(text, isFirst: index == 0, of: line, part, to: thread, lines) else { return false }
        }
        return true
    }

    private func deliver(
        _ text: String,
        isFirst: Bool,
        of line: LineSplitter.Line,
        _ part: Int?,
        to thread: ChatThread,
        _ lines: SentLines
    ) async -> Bool {
        let outcome = OneShot<Outcome>()
        state.withLock { $0.underWay = (nil, text, outcome) }
        // What is answered, and what goes with it, belongs to the first message.
        let draft = Draft(
            text,
            replyTo: isFirst ? settings.form.replyTo : nil,
            files: isFirst ? settings.form.files : []
        )
        await session.perform(.send(draft, threadID: thread.id))
        let end = await outcome.wait()
        let (clientID, id) = state.withLock { state in
            let clientID = state.underWay?.id
            if case .delivered = end {
                state.delivered += 1
                state.underWay = nil
            }
            return (clientID, clientID.flatMap { state.serverIDs.removeValue(forKey: $0) })
        }
        switch end {
        case .delivered:
            await lines.tell(line: line.number, part: part, id: id, clientID: clientID, .delivered)
            return true
        case .queued:
            await lines.tell(line: line.number, part: part, id: nil, clientID: clientID, .queued)
            return true
        case .failed(let report):
            endWithCount(
                isAlone
                    ? report
                    : FailureReport(report.cause, "line \(line.number): \(report.problem)", remedy: report.remedy)
            )
            return false
        }
    }

    private var isAlone: Bool { if case .text = input { true } else { false } }

    /// Of lines it is told how many were delivered before.
    private func endWithCount(_ report: FailureReport) {
        if isAlone { return end(report) }
        let remedy = [report.remedy, count].compactMap(\.self).joined(separator: "; ")
        end(FailureReport(report.cause, report.problem, remedy: remedy))
    }

    private func conclude(_ last: Result<LineSplitter.Line, FailureReport>?) {
        if case .failure(let failure)? = last {
            return end(FailureReport(failure.cause, "\(failure.problem); \(count)"))
        }
        complete.decide(())
        state.withLock { $0.isComplete = true }
        standstill.awaits(true)
        if settings.queues { notices.detail("all is kept: \(count)") }
        endIfDone()
    }

    // MARK: The end

    private func end(_ failure: FailureReport) {
        stop.end(with: ExitCode(failure.cause)) { notices.complain(failure.description) }
    }

    private func timeIsUp(after limit: Duration) {
        let (isComplete, queued) = state.withLock { ($0.isComplete, $0.queued.count) }
        let (wasConnected, absence) = state.withLock { ($0.wasConnected, $0.absence) }
        let time = limit.formatted
        if settings.queues, isComplete, queued > 0 {
            return endQueued(queued, because: absence ?? "not sent within \(time)")
        }
        // What is kept here tells of threads without a connection.
        guard wasConnected || (thread.value != nil && !settings.queues) else {
            // Nothing was sent.
            let reason = absence.map { ": \($0)" } ?? ""
            return end(
                FailureReport(.noConnection, "no connection to \(settings.url) within \(time)\(reason); \(count)")
            )
        }
        stop.end(with: .timedOut) {
            if thread.value == nil {
                notices.complain("\(settings.url) did not tell of its threads within \(time); \(count)")
            } else {
                notices.complain("not confirmed within \(time): what was sent may have arrived; \(count)")
            }
        }
    }
}

extension TimelineChange {
    /// The messages in it.
    fileprivate var messages: [ChatMessage] {
        let items: [TimelineItem] =
            switch self {
            case .replaced(let items, _), .appended(let items, _), .inserted(let items, _, _): items
            case .updated(_, let item): [item]
            case .removed: []
            }
        return items.compactMap { if case .message(let message) = $0 { message } else { nil } }
    }
}
