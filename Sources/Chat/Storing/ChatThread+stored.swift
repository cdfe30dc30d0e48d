package import ChatStore

extension ChatThread {
    /// A thread as it was stored.
    package init(_ stored: StoredThread) {
        self = StoredJSON.read(ThreadDetails.self, from: stored.details)?.thread ?? ChatThread(id: "", title: "")
        id = stored.id
        title = stored.title
        if order == nil { order = stored.order }
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
