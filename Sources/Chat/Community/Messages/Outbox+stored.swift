import ChatStore

extension Outbox.Post {
    /// A message that a former run of the program, or another one that has ended, left behind. The server takes an
    /// identifier once, so it may be sent whether it was before or not.
    init(_ entry: OutboxEntry) {
        self.init(
            id: entry.id,
            threadID: entry.threadID,
            text: entry.text,
            replyTo: entry.replyTo,
            files: entry.files,
            time: entry.time
        )
        if case .refused(let reason) = entry.state { state = .failed(reason: reason) }
    }

    /// As it is written to the outbox.
    var entry: OutboxEntry {
        OutboxEntry(id: id, threadID: threadID, text: text, replyTo: replyTo, files: files, time: time)
    }
}
