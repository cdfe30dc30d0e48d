import Chat
import Terminal

/// The part of a thread that fits into a pane, and how scrolling moves it. The work depends on the pane, not on how
/// much the thread holds.
struct Viewport {
    private let timeline: Timeline
    private let scroll: ThreadState.Scroll
    private let height: Int
    private let rows: MessageRows
    /// The serial number behind the last entry that may be shown.
    private let end: Int

    /// - Parameter end: leaves out what comes from this serial number on, as long as the end is followed.
    init(_ thread: ThreadState, _ context: RowContext, pane: Rect, end: Int? = nil) {
        timeline = thread.timeline
        self.end = end.flatMap { $0 > thread.timeline.firstSerial ? $0 : nil } ?? thread.timeline.endSerial
        scroll = thread.scroll
        height = pane.height
        rows = MessageRows(thread, context, width: pane.width)
    }

    /// The rows on the screen, from the top.
    var visible: [StyledText] { rowsUp(to: settled) }

    /// The lowest entry shown and how many of its rows are below the edge.
    private struct Anchor {
        var serial: Int
        var hiddenRows: Int
    }

    private var anchor: Anchor {
        switch scroll {
        case .following:
            return Anchor(serial: min(end, timeline.endSerial) - 1, hiddenRows: 0)
        case .held(let serial, let hiddenRows):
            let first = min(max(serial, timeline.firstSerial), timeline.endSerial - 1)
            return Anchor(serial: first, hiddenRows: min(hiddenRows, max(0, rows.count(of: first) - 1)))
        }
    }

    /// The anchor as it is drawn: what was held can have been dropped from the start, or be higher than it was; then the
    /// pane is filled up from below.
    private var settled: Anchor {
        let end = anchor
        if scroll == .following { return end }
        let found = rowsUp(to: end).count
        return found < height ? moved(end, down: height - found) : end
    }

    private func rowsUp(to end: Anchor) -> [StyledText] {
        Array(blocks(upTo: end).reversed().map(\.rows).joined().suffix(height))
    }

    /// The entries of a full pane with their rows, the lowest first.
    private func blocks(upTo end: Anchor) -> [(serial: Int, rows: ArraySlice<StyledText>)] {
        var blocks: [(serial: Int, rows: ArraySlice<StyledText>)] = []
        var count = 0
        var serial = end.serial
        while count < height, serial >= timeline.firstSerial {
            let block = rows.rows(of: serial).dropLast(serial == end.serial ? end.hiddenRows : 0)
            blocks.append((serial, block))
            count += block.count
            serial -= 1
        }
        return blocks
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
}

// MARK: Scrolling
extension Viewport {
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

    /// The scroll position nearest to this one that shows an entry whole, and stays where it is whatever comes.
    func revealing(_ serial: Int) -> ThreadState.Scroll {
        guard timeline[serial] != nil else { return scroll }
        let end = settled
        let size = rows.count(of: serial)
        let blocks = blocks(upTo: end)
        let isBelow = serial > end.serial || (serial == end.serial && end.hiddenRows > 0)
        var target = end
        if isBelow {
            target = Anchor(serial: serial, hiddenRows: max(0, size - height))
        } else {
            let rowsDownToIt = blocks.prefix { $0.serial >= serial }.reduce(0) { $0 + $1.rows.count }
            let isShown = blocks.contains { $0.serial == serial } && rowsDownToIt <= height
            // Its first row comes to the top.
            if !isShown { target = moved(Anchor(serial: serial, hiddenRows: 0), down: max(0, height - size)) }
        }
        let missing = height - rowsUp(to: target).count
        if missing > 0 { target = moved(target, down: missing) }
        return .held(serial: target.serial, hiddenRows: target.hiddenRows)
    }
}

// MARK: What is in sight
extension Viewport {
    /// The entries of which something is on the screen, the oldest first.
    var serials: [Int] { blocks(upTo: settled).map(\.serial).reversed() }

    /// The entry in a row of the pane, counted from the top; nil when there is none.
    func serial(atRow row: Int) -> Int? {
        var bottom = height
        for block in blocks(upTo: settled) {
            bottom -= block.rows.count
            if row >= bottom { return row < height ? block.serial : nil }
        }
        return nil
    }

    /// Whether the oldest entry begins on the screen.
    var showsOldest: Bool {
        guard !timeline.isEmpty else { return false }
        let blocks = blocks(upTo: settled)
        return blocks.last?.serial == timeline.firstSerial && blocks.reduce(0) { $0 + $1.rows.count } <= height
    }

    /// Whether nothing is below.
    var isAtEnd: Bool {
        let end = settled
        return timeline.isEmpty || (end.serial >= timeline.endSerial - 1 && end.hiddenRows == 0)
    }

    /// The newest entry whose end is on the screen.
    var newestSeen: Int? {
        guard !timeline.isEmpty, height > 0 else { return nil }
        let end = settled
        if end.hiddenRows == 0 { return end.serial }
        return end.serial > timeline.firstSerial && rowsUp(to: end).count > rows.count(of: end.serial) - end.hiddenRows
            ? end.serial - 1 : nil
    }
}
