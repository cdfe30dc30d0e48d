/// Finds where lines break: at spaces, between wide letters, after `/ - ? &` as in a URL; never inside a letter.
struct LineBreaker {
    let graphemes: [SafeText.Grapheme]
    let width: Int

    private static let spaces: Set<String> = [" ", "\u{3000}"]
    /// Must not begin a line.
    private static let closing: Set<String> = Set(
        ",.!?:;)]}'\"\u{2019}\u{201D}\u{2026}、。，．！？：；）］｝」』】〕〉》〗〙〛・ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ".map(String.init)
    )
    /// Must not end a line.
    private static let opening: Set<String> = Set("([{\u{2018}\u{201C}（［｛「『【〔〈《〖〘〚".map(String.init))

    /// - Parameter width: the columns of a line; less than 1 counts as 1.
    init(_ graphemes: [SafeText.Grapheme], width: Int) {
        self.graphemes = graphemes
        self.width = max(1, width)
    }

    /// The letters of each line; spaces at a break belong to none.
    func ranges() -> [Range<Int>] {
        var lines: [Range<Int>] = []
        var start = 0
        while start < graphemes.count {
            let end = endOfLine(from: start)
            let shown = end < graphemes.count ? trimmed(start..<end) : start..<end
            if !shown.isEmpty { lines.append(shown) }
            start = end
            // Only a break eats spaces; those that begin the text indent it.
            while start < graphemes.count, isSpace(start) { start += 1 }
        }
        return lines.isEmpty ? [0..<0] : lines
    }

    private func endOfLine(from start: Int) -> Int {
        var column = 0
        var lastBreak = start
        for index in start..<graphemes.count {
            if index > start, canBreak(before: index) { lastBreak = index }
            // A wide letter that no line can hold is drawn as a placeholder.
            column += min(graphemes[index].width, width)
            guard column > width else { continue }
            if isSpace(index) { return index }
            return lastBreak > start ? lastBreak : forcedBreak(before: index, from: start)
        }
        return graphemes.count
    }

    /// Breaks a word that is longer than a line, between whole stand-ins if there are several.
    private func forcedBreak(before index: Int, from start: Int) -> Int {
        var end = index
        while end > start, graphemes[end].joinsPrevious { end -= 1 }
        return end > start ? end : index
    }

    private func canBreak(before index: Int) -> Bool {
        let left = graphemes[index - 1]
        let right = graphemes[index]
        if right.joinsPrevious || isSpace(index) { return false }
        if isSpace(index - 1) { return true }
        if Self.closing.contains(right.text) || Self.opening.contains(left.text) { return false }
        if left.width == 2 || right.width == 2 { return true }
        switch left.text {
        // The name of a host stays with `https://`.
        case "/": return right.text != "/" && index > 1 && !isSpace(index - 2) && graphemes[index - 2].text != "/"
        case "?", "&": return true
        case "-": return index > 1 && isWordLetter(index - 2) && isWordLetter(index)
        default: return false
        }
    }

    private func isSpace(_ index: Int) -> Bool {
        let text = graphemes[index].text
        return text == " " || Self.spaces.contains(text)
    }

    private func isWordLetter(_ index: Int) -> Bool {
        graphemes[index].text.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || $0.properties.numericType != nil
        }
    }

    private func trimmed(_ line: Range<Int>) -> Range<Int> {
        var end = line.upperBound
        while end > line.lowerBound, isSpace(end - 1) { end -= 1 }
        return line.lowerBound..<end
    }
}
