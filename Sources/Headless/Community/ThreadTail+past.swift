import Chat
import ChatStore
import Community

// What was written before the tail began, and while it had no connection.
extension ThreadTail {
    /// Finds the threads and prints what is wanted of their past; false when the tail ends instead.
    func begin(_ state: inout State) async -> Bool {
        guard await isVersionTaken(), let me = await call({ () throws(APIFailure) in try await feed.calls.me() }) else {
            return false
        }
        state.me = me.memberId
        state.blocked = await feed.blocked(me.memberId)
        guard let threads = await call({ () throws(APIFailure) in try await feed.calls.allThreads() }),
            let wanted = chosen(of: threads)
        else { return false }
        state.threads = WatchedThreads()
        for thread in wanted { state.threads.add(WatchedThreads.Thread(thread)) }
        if settings.format.isWire { return true }
        return await printPast(&state)
    }

    private func isVersionTaken() async -> Bool {
        // A server that does not say is tried.
        guard let info = try? await feed.calls.version() else { return true }
        switch info.verdict(on: feed.version) {
        case .current: return true
        case .outdated(let latest, let message):
            notices.tell(message ?? "there is a newer version: \(latest)")
            return true
        case .refused(let minimum, let message):
            let reason = "the server needs version \(minimum) or newer; this is \(feed.version)"
            end(FailureReport(.refused, message ?? reason))
            return false
        }
    }

    /// The threads that are meant, each once; nil when one of them can't be.
    private func chosen(of all: [WireThread]) -> [WireThread]? {
        if settings.sources.isEmpty {
            return all.filter { $0.isJoined && $0.deletedAt == nil }
        }
        let known = all.map { ChatThread(id: $0.threadId, title: $0.title) }
        var chosen: [WireThread] = []
        for source in settings.sources {
            do throws(FailureReport) {
                let id = try ThreadName(source.destination).thread(among: known).id
                guard let thread = all.first(where: { $0.threadId == id }) else { continue }
                guard thread.isJoined else {
                    throw FailureReport(
                        .refused,
                        "you have not joined \(thread.title)",
                        remedy: "join it in the chat first"
                    )
                }
                if !chosen.contains(where: { $0.threadId == id }) { chosen.append(thread) }
            } catch {
                end(error)
                return nil
            }
        }
        return chosen
    }

    private func printPast(_ state: inout State) async -> Bool {
        let now = run.now()
        let since = settings.range.since?.milliseconds(now: now, zone: settings.zone)
        let until = settings.range.until?.milliseconds(now: now, zone: settings.zone)
        var readers: [HistoryReader<APIFailure>] = []
        for thread in state.threads.all {
            let position = settings.cursor?.position(of: thread.id).map { MessagePosition(messageID: $0) }
            let bounds = settings.range.bounds(
                position: position,
                after: settings.range.after.map { MessagePosition(messageID: $0) },
                since: since,
                until: until,
                follows: run.follows
            )
            let printer = state.printer
            let begun = await call { () throws(APIFailure) in
                var reader = reader(of: thread, bounds, state)
                try await reader.findBeginning { printer.takes($0) }
                return reader
            }
            guard let begun else { return false }
            state.threads.began(thread.id, newest: begun.newest, newestID: begun.newestID)
            if bounds.isEmpty, !keepPlace(of: thread.id, begun.newestID) { return false }
            readers.append(begun)
        }
        do throws(APIFailure) {
            try await HistoryMerge.print(&readers, &state.printer, stop)
            return stop.cause == nil
        } catch {
            // What has been printed is not printed again, so there is no second attempt.
            end(error)
            return false
        }
    }

    /// A thread of which nothing was printed is gone on with here when the tail is started again.
    private func keepPlace(of threadID: String, _ newest: String?) -> Bool {
        do throws(CursorFile.Fault) {
            try settings.cursor?.begin(threadID, behind: newest ?? "0")
            return true
        } catch {
            stop.end(with: .failure) { notices.complain(error.sentence) }
            return false
        }
    }

    private func reader(
        of thread: WatchedThreads.Thread,
        _ bounds: TailRange.Bounds,
        _ state: State
    ) -> HistoryReader<APIFailure> {
        let (calls, me, blocked) = (feed.calls, state.me, state.blocked)
        return HistoryReader(bounds) { place throws(APIFailure) in
            var before: String?
            if case .id(let id) = place { before = id }
            let page = try await calls.messages(of: thread.id, before: before)
            let items = page.messages.reversed().map { wire in
                HistoryPage.Item(
                    entry: TailEntry(.message, wire, title: thread.title, me: me),
                    position: MessagePosition(messageID: wire.messageId),
                    isShown: wire.deletedAt == nil && !blocked.contains(wire.senderId)
                )
            }
            let next = page.hasMore ? page.nextBefore ?? page.messages.last?.messageId : nil
            return HistoryPage(items: items, older: next.map { .id($0) })
        }
    }

    // MARK: After a lost connection

    /// Prints what was written while there was no connection; what can't be had is told.
    func catchUp(_ state: inout State) async {
        if settings.format.isWire { return }
        for thread in state.threads.all {
            let bounds = TailRange.Bounds(after: thread.newest)
            var reader = reader(of: thread, bounds, state)
            do throws(APIFailure) {
                try await reader.findBeginning { _ in true }
                while stop.cause == nil, let item = try await reader.next() {
                    guard state.threads.isNew(item.entry.message.id, in: thread.id) else { continue }
                    await state.printer.take(item.entry)
                }
            } catch {
                if case .signInNeeded = error { return end(error) }
                notices.complain(
                    "messages of \(thread.title) may be missing: \(report(error).description)"
                )
                let gap = TailEntry.Gap(after: thread.newestID, from: state.lostAt, to: run.now())
                await state.printer.take(TailEntry(gap, threadID: thread.id, title: thread.title))
            }
            await state.printer.flush()
        }
    }
}

extension WatchedThreads.Thread {
    init(_ wire: WireThread) {
        self.init(id: wire.threadId, title: wire.title, workspaceID: wire.workspaceId)
    }
}
