import Chat
import ChatStore

/// A page of a thread's past, oldest first.
struct HistoryPage: Sendable {
    /// What a page stands before.
    enum Place: Sendable, Equatable {
        case id(String)
        case position(MessagePosition)
        case page(RoomHistory.Place)
    }

    struct Item: Sendable {
        var entry: TailEntry
        var position: MessagePosition
        /// Whether it is shown to people at all.
        var isShown: Bool
    }

    var items: [Item]
    /// Before what the next, older page stands; nil on the oldest.
    var older: Place?
}

/// Reads the past of one thread. Servers hand it out backwards: first it goes back to where the wanted part begins, then
/// forward from there. What lies far from the beginning is asked for again, so that a long past takes little memory. What
/// is written meanwhile is not in it.
struct HistoryReader<Failure: Error & Sendable> {
    typealias Load = @Sendable (HistoryPage.Place?) async throws(Failure) -> HistoryPage

    /// The pages that stay in memory.
    private static var keptPages: Int { 20 }

    private struct Stretch {
        /// Before what it stands; nil for the newest.
        let place: HistoryPage.Place?
        /// What is wanted of it, oldest first; nil when it is to be asked for again.
        var items: [HistoryPage.Item]?
    }

    private let bounds: TailRange.Bounds
    private let load: Load
    /// Newest first.
    private var stretches: [Stretch] = []
    private var current: ArraySlice<HistoryPage.Item> = []
    /// The newest message when it began; nil where there was none.
    private(set) var newest: MessagePosition?
    /// Its identifier.
    private(set) var newestID: String?
    /// Whether it begins at the message that is named as the beginning, or behind it; true where none is.
    private(set) var hasFoundBeginning: Bool

    init(_ bounds: TailRange.Bounds, _ load: @escaping Load) {
        self.bounds = bounds
        self.load = load
        hasFoundBeginning = bounds.afterID == nil && bounds.fromID == nil
    }

    /// Whether nothing of the past is wanted.
    var isEmpty: Bool { bounds.isEmpty }

    /// Goes back to the first message that is wanted.
    ///
    /// - Parameter takes: whether a message counts for those of which so many are wanted.
    mutating func findBeginning(_ takes: (TailEntry) -> Bool) async throws(Failure) {
        var place: HistoryPage.Place?
        var count = 0
        while true {
            let page = try await load(place)
            if place == nil {
                newest = page.items.last?.position
                newestID = page.items.last?.entry.message.id
            }
            if bounds.isEmpty { return }
            let (items, isBeginning) = wanted(of: page, &count, takes)
            stretches.append(Stretch(place: place, items: items))
            if stretches.count > Self.keptPages { stretches[stretches.count - 1 - Self.keptPages].items = nil }
            // A server that goes round in circles is not followed.
            guard !isBeginning, let older = page.older, older != place else { return }
            place = older
        }
    }

    private mutating func wanted(
        of page: HistoryPage,
        _ count: inout Int,
        _ takes: (TailEntry) -> Bool
    ) -> (items: [HistoryPage.Item], isBeginning: Bool) {
        var items: [HistoryPage.Item] = []
        for item in page.items.reversed() {
            let id = item.entry.message.id
            if id == bounds.afterID {
                hasFoundBeginning = true
                return (items.reversed(), true)
            }
            if isBefore(item) { return (items.reversed(), true) }
            if isWanted(item), takes(item.entry) {
                items.append(item)
                count += 1
                if count == bounds.count {
                    hasFoundBeginning = true
                    return (items.reversed(), true)
                }
            }
            if id == bounds.fromID {
                hasFoundBeginning = true
                return (items.reversed(), true)
            }
        }
        return (items.reversed(), false)
    }

    /// Whether it stands before all that is wanted.
    private func isBefore(_ item: HistoryPage.Item) -> Bool {
        if let after = bounds.after, item.position <= after { return true }
        if let from = bounds.from, item.position < from { return true }
        if let since = bounds.since, item.entry.message.time < since { return true }
        return false
    }

    private func isWanted(_ item: HistoryPage.Item) -> Bool {
        if let newest, item.position > newest { return false }
        if let until = bounds.until, item.entry.message.time >= until { return false }
        return item.isShown
    }

    /// The next message; nil at the end.
    mutating func next() async throws(Failure) -> HistoryPage.Item? {
        while current.isEmpty {
            guard let stretch = stretches.popLast() else { return nil }
            if let items = stretch.items {
                current = items[...]
            } else {
                current = try await load(stretch.place).items.filter(isWanted)[...]
            }
        }
        return current.popFirst()
    }
}

/// Prints the pasts of several threads by the time of the server.
enum HistoryMerge {
    private static let batch = 200

    static func print<Failure: Error & Sendable>(
        _ threads: inout [HistoryReader<Failure>],
        _ printer: inout TailPrinter,
        _ stop: Stop,
        _ note: (TailEntry) -> Void = { _ in }
    ) async throws(Failure) {
        var heads: [HistoryPage.Item?] = []
        for index in threads.indices { heads.append(try await threads[index].next()) }
        var count = 0
        while stop.cause == nil, !printer.isComplete, let index = first(of: heads), let item = heads[index] {
            note(item.entry)
            await printer.take(item.entry)
            heads[index] = try await threads[index].next()
            count += 1
            if count % batch == 0 { await printer.flush() }
        }
        await printer.flush()
    }

    private static func first(of heads: [HistoryPage.Item?]) -> Int? {
        var first: (index: Int, item: HistoryPage.Item)?
        for (index, head) in heads.enumerated() {
            guard let head else { continue }
            let isEarlier = first.map {
                (head.entry.message.time, head.position) < ($0.item.entry.message.time, $0.item.position)
            }
            if isEarlier ?? true { first = (index, head) }
        }
        return first?.index
    }
}
