package import Chat

/// What the API beside a broker keeps of its rooms, as the past of a tail.
package struct ServedHistory: Sendable {
    private let rooms: RoomHistory

    package init(_ rooms: RoomHistory) {
        self.rooms = rooms
    }

    /// Reads the past of a room.
    func reader(of room: String, _ settings: TailSettings, _ span: TailSpan) -> HistoryReader<StoredFailure> {
        let bounds = settings.range.boundsByID(
            position: settings.cursor?.position(of: room),
            since: span.since,
            until: span.until,
            follows: span.follows
        )
        return reader(of: room, bounds, arrival: span.now)
    }

    /// Reads what stands behind a message.
    func reader(of room: String, behind id: String?, arrival: Int64) -> HistoryReader<StoredFailure> {
        reader(of: room, TailRange.Bounds(afterID: id), arrival: arrival)
    }

    private func reader(
        of room: String,
        _ bounds: TailRange.Bounds,
        arrival: Int64
    ) -> HistoryReader<StoredFailure> {
        let rooms = rooms
        return HistoryReader(bounds) { place throws(StoredFailure) in
            var before: RoomHistory.Place?
            if case .page(let place) = place { before = place }
            let page: RoomHistory.Page
            do throws(FailureReport) {
                page = try await rooms.page(of: room, before: before, arrival: arrival)
            } catch {
                throw StoredFailure(error)
            }
            let items = page.items.map { item in
                HistoryPage.Item(
                    entry: TailEntry(.message, item.message, threadID: room),
                    position: item.position,
                    isShown: true
                )
            }
            return HistoryPage(items: items, older: page.older.map { .page($0) })
        }
    }
}
