import Chat
import Community
import Stomp
import StompClient

// What is written from now on.
extension ThreadTail {
    func take(_ frames: StompFrameBatch, _ state: inout State) async {
        if settings.format == .raw {
            state.printer.take(bodiesOf: frames)
            return await state.printer.flush()
        }
        let isScanned = state.printer.takesScannedLines && state.blocked.isEmpty
        for frame in frames where frame.withHeader("subscription", { $0.isEqual(to: state.events) }) ?? false {
            if state.printer.isComplete { break }
            if isScanned, ThreadTail.takeScanned(frame, &state) { continue }
            do throws(WireFault) {
                await take(try WireJSON.read(LiveEvent.self, from: frame.body).value, &state)
            } catch {
                notices.detail("an event could not be read: \(error)")
            }
        }
        await state.printer.flush()
    }

    private func take(_ event: LiveEvent, _ state: inout State) async {
        let time = event.occurredAt?.milliseconds
        switch event.payload {
        case .messageCreated(let body):
            var wire = body.message
            wire.clientMessageId = body.clientMessageId ?? wire.clientMessageId
            await created(wire, &state)
        case .messageUpdated(let wire):
            await changed(wire, wire.deletedAt == nil ? .edit : .delete, time, event.eventId, &state)
        case .messageDeleted(let wire):
            await changed(wire, .delete, time, event.eventId, &state)
        case .reactionChanged(let body):
            guard let id = event.threadId, let thread = state.threads[id], state.threads.isNew(event: event.eventId)
            else {
                return
            }
            let entry = TailEntry(body, threadID: id, title: thread.title, time: time ?? run.now())
            await state.printer.take(entry)
        default:
            await takeThreadEvent(event, &state)
        }
    }

    private func created(_ wire: WireMessage, _ state: inout State) async {
        guard let thread = state.threads[wire.threadId], state.threads.isNew(wire.messageId, in: thread.id),
            !state.blocked.contains(wire.senderId), wire.deletedAt == nil
        else { return }
        await state.printer.take(TailEntry(.message, wire, title: thread.title, me: state.me))
    }

    private func changed(
        _ wire: WireMessage,
        _ content: TailEntry.Content,
        _ time: Int64?,
        _ eventID: String,
        _ state: inout State
    ) async {
        guard let thread = state.threads[wire.threadId], !state.blocked.contains(wire.senderId),
            state.threads.isNew(event: eventID)
        else { return }
        let written = content == .edit ? wire.editedAt : wire.deletedAt
        let moment = written?.milliseconds ?? time ?? run.now()
        await state.printer.take(TailEntry(content, wire, title: thread.title, time: moment, me: state.me))
    }

    // MARK: Threads

    private func takeThreadEvent(_ event: LiveEvent, _ state: inout State) async {
        switch event.payload {
        case .threadUpdated(let body):
            if let title = body.title { state.threads.rename(body.threadId, title) }
        case .threadDeleted(let body):
            gone(body.threadId, "the thread has been deleted", &state)
        case .memberLeft(let body) where body.memberId == state.me:
            if let id = event.threadId { gone(id, "you have left on another device", &state) }
        case .memberKicked(let body) where body.memberId == state.me:
            if let id = event.threadId { gone(id, "you were removed", &state) }
        case .memberJoined(let body) where body.memberId == state.me:
            if let id = event.threadId { await join(id, &state) }
        case .threadInvited(let thread):
            join(thread, &state)
        case .workspaceDeleted(let workspace):
            for thread in state.threads.all where thread.workspaceID == workspace.workspaceId {
                gone(thread.id, "its workspace has been deleted", &state)
            }
        default:
            break
        }
    }

    /// With `--all` a thread that is joined later belongs to it, from its beginning here on.
    private func join(_ threadID: String, _ state: inout State) async {
        guard settings.sources.isEmpty, state.threads[threadID] == nil,
            let thread = try? await feed.calls.thread(threadID)
        else { return }
        join(thread, &state)
    }

    private func join(_ thread: WireThread, _ state: inout State) {
        guard settings.sources.isEmpty, thread.isJoined, state.threads[thread.threadId] == nil else { return }
        state.threads.add(WatchedThreads.Thread(thread))
        notices.tell("following \(thread.title) as well")
    }

    private func gone(_ threadID: String, _ reason: String, _ state: inout State) {
        guard let title = state.threads.remove(threadID) else { return }
        notices.complain("\(title) is gone: \(reason)")
        if state.threads.isEmpty, !settings.sources.isEmpty { stop.end(with: .refused) }
    }
}

extension Span<UInt8> {
    /// Whether these are the bytes of a text.
    fileprivate func isEqual(to text: String) -> Bool {
        guard count == text.utf8.count else { return false }
        for (index, byte) in text.utf8.enumerated() where self[index] != byte { return false }
        return true
    }
}
