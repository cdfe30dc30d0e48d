// Pages of the past, and the holes they fill.
extension Timeline {
    /// What a page was asked for.
    enum Purpose: Sendable, Hashable {
        /// The first one, the newest.
        case newest
        /// The one before the oldest message known.
        case older
        /// One to fill a hole with.
        case gap(String)
        /// Another look at the newest messages.
        case refresh
        /// Another look at stored messages, which end before this one: they may have changed since.
        case renewal(before: String)
    }

    /// A page, oldest first.
    struct Page: Sendable, Equatable {
        var arrivals: [Arrival]
        /// Whether there are older messages behind it.
        var hasMore: Bool
        /// What it was asked to end before; nil was the newest page.
        var before: String?

        /// The oldest message in it.
        var oldest: MessageOrdinal? { arrivals.first?.message.serverID.map(MessageOrdinal.init) }
        private var end: MessageOrdinal? {
            (before ?? arrivals.last?.message.serverID).map(MessageOrdinal.init)
        }

        /// Whether no message behind this one is missing from the page.
        func covers(_ message: MessageOrdinal) -> Bool {
            guard let end else { return false }
            return (!hasMore || oldest.map { $0 <= message } ?? false) && message < end
        }
    }

    /// The first page came. What came live before it and is older than it is left to later pages, since there may be a
    /// hole between.
    mutating func opened(with page: Page) -> [TimelineChange] {
        if page.hasMore, let oldest = page.oldest {
            rows.removeAll { row in
                guard let ordinal = row.ordinal, ordinal < oldest else { return false }
                ids[row.serverID ?? ""] = nil
                return true
            }
        }
        isLoaded = true
        hasOlder = page.hasMore
        mergeBeforeOwn(page.arrivals)
        return [.replaced(items, hasOlder: hasOlder)]
    }

    /// What was stored is read first. What has come since may have missed something: a hole stands between.
    mutating func restored(_ arrivals: [Arrival], hasOlder: Bool) -> [TimelineChange] {
        isLoaded = true
        self.hasOlder = hasOlder
        mergeBeforeOwn(arrivals)
        return [.replaced(items, hasOlder: hasOlder)]
    }

    /// What the server has not named is newer than all history that comes first.
    private mutating func mergeBeforeOwn(_ arrivals: [Arrival]) {
        let own = rows.filter { if case .own = $0 { true } else { false } }
        rows.removeAll { if case .own = $0 { true } else { false } }
        _ = merge(arrivals)
        rows += own.filter { ownIDs.contains($0.id) }
    }

    /// Stored messages stand before the oldest, with a hole between that could not be filled.
    mutating func extended(with page: Page, beforeGap: Bool) -> [TimelineChange] {
        let known = oldest
        let changes = extended(with: page)
        guard beforeGap, let index = known.flatMap({ ids[$0] }).flatMap({ self.index(ofRow: $0) }), index > 0
        else { return changes }
        let gap = makeGap(isShown: true)
        rows.insert(.gap(gap), at: index)
        return changes + [insertion(of: [.gap(id: gap.id)], endingAt: index + 1, isLive: false)]
    }

    /// A page before the oldest message came.
    mutating func extended(with page: Page) -> [TimelineChange] {
        hasOlder = page.hasMore
        let changes = merge(page.arrivals)
        // A page without news still tells whether there is anything older.
        let isTold = changes.contains { if case .inserted(_, before: nil, _) = $0 { true } else { false } }
        return isTold ? changes : changes + [.inserted([], before: nil, hasOlder: hasOlder)]
    }

    /// A page for a gap came, or another look at the newest messages. Gaps that it fills are gone.
    mutating func filled(_ gapID: String?, with page: Page) -> [TimelineChange] {
        var changes = merge(page.arrivals)
        for id in gapIDs {
            guard let index = index(ofRow: id) else { continue }
            let before = rows[..<index].lazy.reversed().compactMap(\.ordinal).first
            // A gap exists from the moment the page was asked for: even a page without news fills it.
            let isReached = id == gapID && (!page.hasMore || page.oldest.map { $0 <= before ?? $0 } ?? false)
            guard isReached || before.map(page.covers) ?? false else { continue }
            gapIDs.removeAll { $0 == id }
            if case .gap(let gap) = rows.remove(at: index), gap.isShown { changes.append(.removed(id: id)) }
        }
        return changes
    }
}
