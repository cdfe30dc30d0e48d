import Chat

/// What happened in a thread, oldest first, bounded in number and in bytes.
struct Timeline: Sendable, Equatable {
    /// One thing that happened.
    enum Entry: Sendable, Equatable {
        case message(ChatMessage)
        /// The connection was away here: what was said meanwhile is missing.
        case gap
        /// The client says something about the thread.
        case note(String)
    }

    /// The entries; the serial number of the first is `firstSerial`, and each has the one after the entry before it.
    private(set) var entries: [Entry] = []
    private(set) var firstSerial = 0
    private var ownSerials: [String: Int] = [:]
    private var byteCount = 0

    /// The most entries kept.
    static let limit = 10_000
    /// The most bytes of text kept.
    static let byteLimit = 16 * 1024 * 1024
    /// The most bytes of one message that are kept.
    static let textLimit = 64 * 1024
    /// How many more than the limit may stand, so that dropping costs little.
    private static let slack = 500

    /// The serial number the next entry gets.
    var endSerial: Int { firstSerial + entries.count }
    var isEmpty: Bool { entries.isEmpty }

    /// The entry with a serial number; nil when it is not there (any more).
    subscript(serial: Int) -> Entry? {
        let index = serial - firstSerial
        return entries.indices.contains(index) ? entries[index] : nil
    }

    mutating func append(_ entry: Entry) {
        var entry = entry
        if case .message(var message) = entry {
            if message.text.utf8.count > Timeline.textLimit {
                message.text = Timeline.cut(message.text)
                entry = .message(message)
            }
            if message.isOwn { ownSerials[message.id] = endSerial }
        }
        byteCount += entry.byteCount
        entries.append(entry)
        if entries.count > Timeline.limit + Timeline.slack {
            drop(entries.count - Timeline.limit)
        } else if byteCount > Timeline.byteLimit {
            drop(max(1, entries.count / 4))
        }
    }

    /// Notes how far a message of our own has come; false when it is not here.
    mutating func deliver(_ id: String, _ delivery: ChatMessage.Delivery) -> Bool {
        guard let serial = ownSerials[id], case .message(var message)? = self[serial] else { return false }
        message.delivery = delivery
        entries[serial - firstSerial] = .message(message)
        return true
    }

    /// The messages of our own that failed, oldest first.
    var failedIDs: [String] {
        ownSerials.compactMap { id, serial -> (Int, String)? in
            guard case .message(let message)? = self[serial], case .failed = message.delivery else { return nil }
            return (serial, id)
        }.sorted { $0.0 < $1.0 }.map(\.1)
    }

    private mutating func drop(_ count: Int) {
        for entry in entries.prefix(count) {
            byteCount -= entry.byteCount
            if case .message(let message) = entry, message.isOwn { ownSerials[message.id] = nil }
        }
        entries.removeFirst(count)
        firstSerial += count
    }

    private static func cut(_ text: String) -> String {
        let kept = String(decoding: text.utf8.prefix(textLimit), as: UTF8.self)
        return kept + "\n… (\(text.utf8.count - textLimit) more bytes)"
    }
}

extension Timeline.Entry {
    fileprivate var byteCount: Int {
        switch self {
        case .message(let message): message.text.utf8.count + (message.sender?.utf8.count ?? 0) + 64
        case .gap: 0
        case .note(let text): text.utf8.count
        }
    }
}
