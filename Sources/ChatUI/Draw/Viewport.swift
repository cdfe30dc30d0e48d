import Chat
import Terminal

/// The part of a thread that fits into a pane, and how scrolling moves it. The work depends on the pane, not on how
/// much the thread holds.
struct Viewport {
    private let timeline: Timeline
    private let scroll: ThreadState.Scroll
    private let height: Int
    private let rows: MessageRows

    init(_ thread: ThreadState, zone: Zone, width: Int, height: Int) {
        timeline = thread.timeline
        scroll = thread.scroll
        self.height = max(0, height)
        rows = MessageRows(thread, zone: zone, width: width)
    }

    /// The rows on the screen, from the top.
    var visible: [StyledText] {
        let end = anchor
        let found = rowsUp(to: end)
        // What was held can have been dropped from the start, or be higher than it was: fill up from below.
        if found.count < height, scroll != .following { return rowsUp(to: moved(end, down: height - found.count)) }
        return found
    }

    /// The lowest entry shown and how many of its rows are below the edge.
    private struct Anchor {
        var serial: Int
        var hiddenRows: Int
    }

    private var anchor: Anchor {
        switch scroll {
        case .following:
            return Anchor(serial: timeline.endSerial - 1, hiddenRows: 0)
        case .held(let serial, let hiddenRows):
            let first = max(serial, timeline.firstSerial)
            return Anchor(serial: first, hiddenRows: min(hiddenRows, max(0, rows.count(of: first) - 1)))
        }
    }

    private func rowsUp(to end: Anchor) -> [StyledText] {
        var blocks: [ArraySlice<StyledText>] = []
        var count = 0
        var serial = end.serial
        while count < height, serial >= timeline.firstSerial {
            let block = rows.rows(of: serial).dropLast(serial == end.serial ? end.hiddenRows : 0)
            blocks.append(block)
            count += block.count
            serial -= 1
        }
        return Array(blocks.reversed().joined().suffix(height))
    }

    private func moved(_ anchor: Anchor, up count: Int) -> Anchor {
        var anchor = anchor
        anchor.hiddenRows += count
        while anchor.serial > timeline.firstSerial {
            let size = rows.count(of: anchor.serial)
            if anchor.hiddenRows < size { break }
            anchor.hiddenRows -= size
            anchor.serial -= 1
        }
        anchor.hiddenRows = min(anchor.hiddenRows, max(0, rows.count(of: anchor.serial) - 1))
        return anchor
    }

    private func moved(_ anchor: Anchor, down count: Int) -> Anchor {
        var anchor = anchor
        anchor.hiddenRows -= count
        while anchor.hiddenRows < 0, anchor.serial < timeline.endSerial - 1 {
            anchor.serial += 1
            anchor.hiddenRows += rows.count(of: anchor.serial)
        }
        anchor.hiddenRows = max(0, anchor.hiddenRows)
        return anchor
    }

    /// Not higher than that the pane is full.
    private func held(_ anchor: Anchor) -> ThreadState.Scroll {
        let missing = height - rowsUp(to: anchor).count
        let lowered = missing > 0 ? moved(anchor, down: missing) : anchor
        if lowered.serial >= timeline.endSerial - 1, lowered.hiddenRows == 0 { return .following }
        return .held(serial: lowered.serial, hiddenRows: lowered.hiddenRows)
    }

    /// The scroll position `count` rows further up.
    func scrolled(up count: Int) -> ThreadState.Scroll {
        timeline.isEmpty ? .following : held(moved(anchor, up: count))
    }

    /// The scroll position `count` rows further down.
    func scrolled(down count: Int) -> ThreadState.Scroll {
        timeline.isEmpty ? .following : held(moved(anchor, down: count))
    }

    /// The scroll position that shows the oldest entry at the top.
    var scrolledToTop: ThreadState.Scroll {
        guard !timeline.isEmpty else { return .following }
        let first = timeline.firstSerial
        return held(Anchor(serial: first, hiddenRows: max(0, rows.count(of: first) - 1)))
    }
}
