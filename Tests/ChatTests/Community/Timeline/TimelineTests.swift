import Testing

@testable import Chat

@Suite("A thread's history")
struct TimelineTests {
    private func arrival(_ id: Int, _ text: String? = nil, clientID: String? = nil) -> Timeline.Arrival {
        var message = ChatMessage(id: "\(id)", sender: "Ben", text: text ?? "m\(id)", time: Int64(id))
        message.serverID = "\(id)"
        return Timeline.Arrival(message: message, clientID: clientID)
    }

    private func page(_ ids: ClosedRange<Int>, hasMore: Bool = false, before: Int? = nil) -> Timeline.Page {
        Timeline.Page(arrivals: ids.map { arrival($0) }, hasMore: hasMore, before: before.map { "\($0)" })
    }

    private func opened(_ ids: ClosedRange<Int>, hasMore: Bool = false) -> Timeline {
        var timeline = Timeline()
        _ = timeline.opened(with: page(ids, hasMore: hasMore))
        return timeline
    }

    private func shown(_ timeline: Timeline) -> [String] { timeline.items.map(\.id) }

    @Test("keeps the server's order by number, whatever the order of arrival")
    func order() {
        var timeline = opened(9...9)
        for id in [12, 100, 10] { _ = timeline.arrived(arrival(id)) }
        #expect(shown(timeline) == ["9", "10", "12", "100"])
    }

    @Test("tells of a late message where it stands, and of a new one at the end")
    func told() {
        var timeline = opened(1...3)
        #expect(timeline.arrived(arrival(6)) == [.appended([.message(arrival(6).message)], isLive: true)])
        #expect(
            timeline.arrived(arrival(5)) == [.inserted([.message(arrival(5).message)], before: "6", hasOlder: false)]
        )
        #expect(timeline.arrived(arrival(5)) == [])
    }

    @Test("leaves what came live before the first page, and is older than it, to later pages")
    func firstPage() {
        var timeline = Timeline()
        for id in [2, 11] { _ = timeline.arrived(arrival(id)) }
        _ = timeline.opened(with: page(5...10, hasMore: true))
        #expect(shown(timeline) == ["5", "6", "7", "8", "9", "10", "11"])
        #expect(timeline.hasOlder)
    }

    @Test("puts an older page before the first row, and tells when there is no more")
    func older() {
        var timeline = opened(5...6, hasMore: true)
        let changes = timeline.extended(with: page(3...4, before: 5))
        #expect(
            changes == [
                .inserted([.message(arrival(3).message), .message(arrival(4).message)], before: nil, hasOlder: false)
            ]
        )
        var other = opened(5...6, hasMore: true)
        let empty = Timeline.Page(arrivals: [], hasMore: false, before: "5")
        #expect(other.extended(with: empty) == [.inserted([], before: nil, hasOlder: false)])
    }

    @Test("confirms a message of our own in its place, or moves it there, under its own identifier")
    func own() {
        var timeline = opened(1...1)
        for id in ["a", "b"] {
            _ = timeline.composed(ChatMessage(id: id, sender: "me", text: id, time: 0, isOwn: true))
        }
        let first = timeline.arrived(arrival(2, clientID: "a"))
        #expect(first.count == 1)
        #expect(shown(timeline) == ["1", "a", "b"])
        _ = timeline.arrived(arrival(3))
        _ = timeline.arrived(arrival(4, clientID: "b"))
        #expect(shown(timeline) == ["1", "a", "3", "b"])
        #expect(timeline.serverID(ofRow: "b") == "4")
    }

    @Test("fills a gap without showing it, when a page meets what is known")
    func gapFilled() {
        var timeline = opened(1...3)
        timeline.interrupted()
        _ = timeline.arrived(arrival(9))
        let changes = timeline.filled("gap-1", with: page(3...8, hasMore: true))
        #expect(shown(timeline) == ["1", "2", "3", "4", "5", "6", "7", "8", "9"])
        #expect(timeline.gapIDs == [])
        #expect(changes.count == 1)
    }

    @Test("goes on with a gap from where the last page ended, and shows it when asked")
    func gapContinued() {
        var timeline = opened(1...3)
        timeline.interrupted()
        _ = timeline.filled("gap-1", with: page(8...9, hasMore: true))
        #expect(timeline.cursor(ofGap: "gap-1") == "8")
        #expect(timeline.show(gap: "gap-1") == [.inserted([.gap(id: "gap-1")], before: "8", hasOlder: false)])
        #expect(shown(timeline) == ["1", "2", "3", "gap-1", "8", "9"])
        let changes = timeline.filled("gap-1", with: page(4...7, hasMore: false, before: 8))
        #expect(changes.last == .removed(id: "gap-1"))
        #expect(shown(timeline) == ["1", "2", "3", "4", "5", "6", "7", "8", "9"])
    }

    @Test("fills a gap also when nothing was missed, or when the known message is gone")
    func emptyGap() {
        var timeline = opened(1...3)
        timeline.interrupted()
        _ = timeline.filled("gap-1", with: page(2...3, hasMore: true))
        #expect(timeline.gapIDs == [])
        timeline.interrupted()
        _ = timeline.filled("gap-2", with: Timeline.Page(arrivals: [], hasMore: false, before: nil))
        #expect(timeline.gapIDs == [])
    }

    @Test("keeps a message of our own that was on its way behind the gap")
    func ownBehindGap() {
        var timeline = opened(1...2)
        _ = timeline.composed(ChatMessage(id: "a", sender: "me", text: "a", time: 0, isOwn: true))
        timeline.interrupted()
        // It is the oldest of the page, so more may be missing before it.
        let arrivals = [arrival(5, clientID: "a"), arrival(6)]
        _ = timeline.filled("gap-1", with: Timeline.Page(arrivals: arrivals, hasMore: true, before: nil))
        #expect(timeline.gapIDs == ["gap-1"])
        _ = timeline.show(gap: "gap-1")
        #expect(shown(timeline) == ["1", "2", "gap-1", "a", "6"])
    }

    @Test("drops the oldest when there are too many, and can load them again")
    func trimmed() {
        var timeline = Timeline(limit: 10)
        _ = timeline.opened(with: page(1...10))
        let changes = timeline.arrived(arrival(11))
        #expect(shown(timeline) == (4...11).map { "\($0)" })
        #expect(timeline.hasOlder)
        #expect(changes.last == .replaced(timeline.items, hasOlder: true))
        #expect(timeline.arrived(arrival(3)).isEmpty == false)
    }

    @Test("orders identifiers as numbers where they are numbers, however long")
    func ordinals() {
        let ids = ["2", "10", "18446744073709551616", "118446744073709551615", "01HZX", "01HZY"]
        #expect(ids.shuffled().sorted { MessageOrdinal($0) < MessageOrdinal($1) } == ids)
        #expect(MessageOrdinal("007") == MessageOrdinal("7"))
    }
}
