extension StoreChange {
    /// Whether it is about what exists nowhere else, or says that something may be sent again: a power cut must not take
    /// it back.
    var isDurable: Bool {
        switch self {
        case .queued, .delivered, .outboxState, .withdrawn, .draft: true
        case .threadList, .thread, .threadGone, .watermark, .stretch, .arrived, .heard, .changed, .interrupted,
            .members, .blocked, .value:
            false
        }
    }

    /// Whether it is history, which comes again from the server once the gap that it leaves is noted.
    var isHistory: Bool {
        switch self {
        case .stretch, .arrived, .heard, .changed, .interrupted: true
        case .threadList, .thread, .threadGone, .watermark, .members, .blocked, .queued, .delivered, .outboxState,
            .withdrawn, .draft, .value:
            false
        }
    }

    /// Bytes that it takes while it waits, about.
    var weight: Int {
        switch self {
        case .threadList(let threads): threads.reduce(64) { $0 + $1.weight }
        case .thread(let thread): thread.weight
        case .threadGone, .watermark, .interrupted, .outboxState, .withdrawn, .blocked: 128
        case .stretch(let stretch): stretch.messages.reduce(128) { $0 + $1.weight }
        case .arrived(_, let message), .heard(_, let message, _), .changed(_, let message): message.weight
        case .queued(let entry): 256 + entry.text.utf8.count + entry.files.reduce(0) { $0 + $1.utf8.count }
        case .members(let members): members.reduce(64) { $0 + 128 + $1.details.count }
        case .delivered(_, _, let message): 128 + (message?.weight ?? 0)
        case .draft(_, let draft): 128 + (draft?.text.utf8.count ?? 0) + (draft?.files.count ?? 0) * 128
        case .value(_, let value): 128 + (value?.count ?? 0)
        }
    }
}

extension StoredMessage {
    fileprivate var weight: Int { 320 + text.utf8.count + details.count }
}

extension StoredThread {
    fileprivate var weight: Int { 192 + details.count }
}
