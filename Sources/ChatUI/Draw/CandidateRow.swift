import Terminal

/// What Tab has offered, in one row above the composer: as much as there is room for around the one that is chosen.
struct CandidateRow {
    let text: StyledText

    init(_ candidates: Candidates, width: Int) {
        let labels = candidates.all.map { SafeText($0.label, lines: .single) }
        let chosen = candidates.chosen ?? 0
        // The row begins far enough to the left of the chosen one that this is in sight.
        var first = chosen
        var used = labels[chosen].width
        while first > 0, used + labels[first - 1].width + 2 <= width / 2 {
            first -= 1
            used += labels[first].width + 2
        }
        var text = StyledText(first > 0 ? "… " : "", style: Theme.faint)
        for index in first..<labels.count {
            let isChosen = index == candidates.chosen
            let gap: SafeText = index == first ? "" : "  "
            let needed = text.width + gap.width + labels[index].width + (index == labels.count - 1 ? 0 : 2)
            if needed > width, index > first {
                text.append(" …", style: Theme.faint)
                break
            }
            text.append(gap, style: Theme.plain)
            text.append(labels[index], style: isChosen ? Theme.selected : Theme.unread)
        }
        self.text = text.prefix(width: width)
    }
}
