import Chat
import Terminal

// What the session reports.
extension ChatState {
    mutating func apply(_ update: ChatUpdate) {
        switch update {
        case .connection(let status): linkChanged(to: status)
        case .joined(let thread): joined(thread)
        case .left(let threadID, let reason): left(threadID, reason: reason)
        case .messages(let threadID, let messages):
            guard let index = index(of: threadID) else { return }
            for message in messages { threads[index].append(.message(message), isShown: index == selected) }
        case .delivery(let threadID, let messageID, let delivery):
            guard let index = index(of: threadID) else { return }
            if threads[index].timeline.deliver(messageID, delivery), case .failed(let reason) = delivery,
                index != selected
            {
                say("a message to \(threads[index].thread.title) was not delivered: \(reason)", isError: true)
            }
        case .notice(let text): say(text, isError: false)
        case .failed(let report):
            awaited = nil
            say(report.description, isError: true)
        case .account, .capabilities, .threads, .thread, .timeline, .typing, .watermark, .members, .member, .found,
            .notifications, .workspaces, .dialog, .question, .signInNeeded, .upload:
            break
        }
    }

    /// Shows a sentence for a while, long enough to be read.
    mutating func say(_ sentence: String, isError: Bool) {
        let text = SafeText(String(sentence.prefix(500)), lines: .single)
        let time = Int64(4000 + 60 * text.graphemes.count)
        toast = Toast(text: text, isError: isError, expires: now.uptime + min(time, 20_000))
    }

    private mutating func linkChanged(to status: ConnectionStatus) {
        link.status = status
        link.retryAt = nil
        switch status {
        case .connecting: break
        case .connected:
            if link.hasGap {
                // Nothing is awaited any more in a thread that has ended.
                for index in threads.indices where threads[index].ended == nil {
                    threads[index].append(.gap, isShown: index == selected)
                }
            }
            link.wasConnected = true
            link.hasGap = false
        case .waiting(_, let seconds):
            link.retryAt = now.uptime + Int64(min(max(0, seconds), 86_400) * 1000)
            link.hasGap = link.wasConnected
        case .offline:
            link.hasGap = link.wasConnected
        }
    }

    private mutating func joined(_ thread: ChatThread) {
        if let index = index(of: thread.id) {
            threads[index].ended = nil
        } else {
            threads.append(ThreadState(thread))
        }
        guard awaited == thread.id, let index = index(of: thread.id) else { return }
        awaited = nil
        show(index)
    }

    // A thread that the server ends stays, with what it holds and what was being written; one that the user left goes.
    private mutating func left(_ threadID: String, reason: String?) {
        guard let index = index(of: threadID) else { return }
        guard let reason else { return remove(index) }
        threads[index].ended = reason
        threads[index].append(.note(reason), isShown: index == selected)
        say(reason, isError: true)
    }

    mutating func remove(_ index: Int) {
        if threads.count == 1 { lobby = threads[index].composer }
        threads.remove(at: index)
        if selected > index || selected == threads.count { selected = max(0, selected - 1) }
        if threads.indices.contains(selected) { threads[selected].unread = 0 }
    }

    /// Puts a thread on the screen, which makes it read.
    mutating func show(_ index: Int) {
        guard threads.indices.contains(index), index != selected else { return }
        if threads.indices.contains(selected) { threads[selected].newFrom = nil }
        selected = index
        threads[index].unread = 0
    }
}
