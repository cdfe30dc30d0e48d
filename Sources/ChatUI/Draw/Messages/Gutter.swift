import Terminal

/// The columns left of the texts: in a wide pane time, sender and mark; in a narrow one the mark, and the others above.
struct Gutter {
    let isAbove: Bool
    let nameWidth: Int
    let markWidth: Int
    let textWidth: Int

    init(paneWidth: Int) {
        isAbove = paneWidth < 48
        nameWidth = isAbove ? 0 : min(14, max(8, paneWidth / 6))
        markWidth = paneWidth >= 12 ? 2 : 0
        textWidth = max(1, paneWidth - (isAbove ? 0 : 6 + nameWidth) - markWidth)
    }

    var blank: SafeText { SafeText(repeating: " ", count: (isAbove ? 0 : 6 + nameWidth) + markWidth) }
}
