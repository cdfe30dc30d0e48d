import Chat
import Synchronization
import Terminal

/// The rows of messages drawn lately, so that a message is laid out once and not for every picture.
///
/// It changes nothing that can be seen: what it holds is compared with what it was made from.
final class ContentCache: Sendable, Equatable {
    /// What the rows of a message depend on.
    struct Source: Equatable {
        let message: ChatMessage
        let quote: ReplyTarget?
        let upload: Double?
        let isSelected: Bool
        let reading: ReadingSettings
        let width: Int
    }

    private struct Place: Hashable {
        let thread: String
        let serial: Int
    }

    private struct Entry {
        let source: Source
        let rows: [StyledText]
    }

    private struct Entries {
        var byPlace: [Place: Entry] = [:]
        var letterCount = 0
    }

    /// The most messages kept; more than fit on a screen.
    private static let limit = 400
    /// The most letters kept, but for those of one message.
    private static let letterLimit = 200_000
    private let entries = Mutex(Entries())

    /// How many messages are kept.
    var count: Int { entries.withLock(\.byPlace.count) }

    /// The rows of a message, made if they are not there.
    func rows(of source: Source, in thread: String, serial: Int, _ make: () -> [StyledText]) -> [StyledText] {
        let place = Place(thread: thread, serial: serial)
        let known = entries.withLock { $0.byPlace[place].flatMap { $0.source == source ? $0.rows : nil } }
        if let known { return known }
        let rows = make()
        let count = rows.reduce(0) { $1.runs.reduce($0) { $0 + $1.text.graphemes.count } }
        entries.withLock {
            if $0.byPlace.count >= ContentCache.limit || $0.letterCount + count > ContentCache.letterLimit {
                $0 = Entries()
            }
            $0.byPlace[place] = Entry(source: source, rows: rows)
            $0.letterCount += count
        }
        return rows
    }

    /// All are equal: states differ in what is shown, not in how fast.
    static func == (left: ContentCache, right: ContentCache) -> Bool { true }
}
