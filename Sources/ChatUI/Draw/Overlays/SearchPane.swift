import Chat
import Terminal

/// A search: what is looked for, how far that has come, and what was found, newest first.
struct SearchPane {
    private let search: SearchState
    private let state: ChatState

    init(_ search: SearchState, _ state: ChatState) {
        self.search = search
        self.state = state
    }

    func draw(into canvas: inout Canvas) {
        let room = Box.room(in: canvas.bounds)
        canvas.cursor = nil
        Box(width: room.width, height: room.height, in: canvas.bounds).draw(into: &canvas, title: title) { canvas in
            let bounds = canvas.bounds
            drawQuery(into: &canvas)
            guard bounds.height > 1 else { return }
            canvas.put(progress.truncated(to: bounds.width), column: 0, row: 1, style: progressStyle)
            let hasHint = bounds.height > 3
            drawHits(in: 2..<max(2, bounds.height - (hasHint ? 1 : 0)), into: &canvas)
            guard hasHint else { return }
            canvas.put(hint.truncated(to: bounds.width), column: 0, row: bounds.height - 1, style: Theme.faint)
        }
    }

    private var community: CommunityState? {
        state.index(ofCommunity: search.community).map { state.communities[$0] }
    }

    private func thread(_ id: String?) -> SafeText? {
        guard let id, let community, let index = community.index(of: id) else { return nil }
        return community.threads[index].title
    }

    private var title: SafeText {
        if let thread = thread(search.threadID) { return "search in \(thread)" }
        return state.communities.count > 1 ? "search in \(community?.title ?? "")" : "search"
    }

    // MARK: What is looked for

    private func drawQuery(into canvas: inout Canvas) {
        let width = canvas.bounds.width - 2
        guard width > 0 else { return }
        canvas.put(">", column: 0, row: 0, style: Theme.strong)
        let letters = search.query.letters
        let before = SafeText(String(letters[..<search.query.cursor]), lines: .single).suffix(width: width - 1)
        let behind = SafeText(String(letters[search.query.cursor...]), lines: .single)
        let style = search.isMarked ? Theme.selected : Theme.plain
        canvas.put(before, column: 2, row: 0, style: style)
        canvas.put(behind.prefix(width: width - before.width), column: 2 + before.width, row: 0, style: style)
        canvas.placeCursor(column: 2 + before.width, row: 0)
    }

    private var progress: SafeText {
        if let toast = state.toast { return toast.text }
        guard search.asked != nil else { return "from:NAME in:THREAD before:2026-11-30 after:7d narrow it" }
        guard let findings = search.findings else { return "searching…" }
        let count = findings.hits.count
        let more: SafeText = findings.hasMore ? "the newest " : ""
        let found: SafeText = count == 0 ? "nothing found" : "\(more)\(count) found"
        if findings.isAskingServer { return "\(found); asking the server…" }
        return findings.isIncomplete ? "\(found) here; the server may know more" : found
    }

    private var progressStyle: Style {
        if let toast = state.toast { return toast.isError ? Theme.failed : Theme.faint }
        return search.findings?.isIncomplete == true && search.findings?.isAskingServer == false
            ? Theme.unread : Theme.faint
    }

    private var hint: SafeText {
        if !search.isAsked { return "Enter searches\(earlier), Esc closes" }
        return search.hits.isEmpty ? "Esc closes" : "Enter goes there, Up and Down choose, Esc closes"
    }

    /// How to take what was looked for another time.
    private var earlier: SafeText {
        guard !state.searches.newestFirst.isEmpty, let key = state.keyMap.label(for: .historyOlder) else { return "" }
        return ", \(key) takes what was looked for before"
    }

    // MARK: What was found

    private func drawHits(in rows: Range<Int>, into canvas: inout Canvas) {
        let hits = search.hits
        let first = max(0, min(search.selected - rows.count / 2, hits.count - rows.count))
        for (row, index) in zip(rows, first..<max(first, hits.count)) {
            let isSelected = index == search.selected
            let width = canvas.bounds.width
            canvas.put(isSelected ? "▸" : " ", column: 0, row: row, style: Theme.strong, maxWidth: width)
            canvas.put(
                text(of: hits[index], width: max(0, width - 2)),
                column: 2,
                row: row,
                maxWidth: max(0, width - 2)
            )
            guard isSelected else { continue }
            canvas.restyle(Rect(column: 0, row: row, width: width, height: 1)) { $0.attributes.insert(.reverse) }
        }
    }

    private func text(of hit: SearchFindings.Hit, width: Int) -> StyledText {
        let message = hit.message
        let time = state.zone.civilTime(at: message.time)
        let day = time.year == state.zone.civilTime(at: state.now.wall).year ? "" : " \(time.year)"
        var text = StyledText([
            .init("\(time.shortDateText)\(SafeText(day, lines: .single)) \(time.clockText) ", style: Theme.faint)
        ])
        if search.threadID == nil, let thread = thread(message.threadID) {
            text.append("\(thread.truncated(to: max(4, width / 3))) ", style: Theme.strong)
        }
        if let sender = message.sender {
            text.append(
                "\(SafeText(name: sender).truncated(to: max(4, width / 6))): ",
                style: message.isOwn ? Theme.strong : Theme.sender(message.senderID ?? sender)
            )
        }
        for run in SnippetText(hit, width: width - text.width).runs { text.append(run.text, style: run.style) }
        return text.prefix(width: width)
    }
}

/// A snippet with what matched in it, cut so that the first match is in sight.
private struct SnippetText {
    let runs: [StyledText.Run]

    init(_ hit: SearchFindings.Hit, width: Int) {
        var runs = MarkedText(hit.snippet, marks: hit.matches).pieces.map { piece in
            StyledText.Run(
                SafeText(piece.text, lines: .single),
                style: piece.isMarked ? Theme.found : Theme.plain
            )
        }
        if runs.count > 1, runs[0].style == Theme.plain, runs[0].text.width + runs[1].text.width > width {
            let kept = max(0, min(width / 3, width - runs[1].text.width) - 1)
            runs[0].text = "…\(runs[0].text.suffix(width: kept))"
        }
        self.runs = runs
    }
}
