package import ChatStore

extension ChatThread {
    /// A thread as it was stored.
    package init(_ stored: StoredThread) {
        self = ThreadDetails(stored).thread
    }
}

extension StoredThread {
    init(_ details: ThreadDetails, watermark: String?) {
        self.init(
            id: details.thread.id,
            title: details.thread.title,
            order: details.thread.order ?? 0,
            watermark: watermark,
            details: StoredJSON.write(details)
        )
    }
}
