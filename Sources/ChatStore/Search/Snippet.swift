/// A part of a text around the first match, on one line.
struct Snippet {
    private(set) var text = ""
    /// In scalars of the text, in order, apart from each other.
    private(set) var matches: [Range<Int>] = []

    /// Scalars shown before the first match, and in all, about: whole characters are shown.
    private static let before = 24
    private static let length = 120

    init(of text: String, around words: [FoldedText]) {
        let folded = FoldedText(text)
        let found = Self.merged(words.flatMap { folded.ranges(of: $0) })
        let wanted = max(0, (found.first?.lowerBound ?? 0) - Self.before)
        // A little more of the beginning is shorter than what stands for it.
        let start = wanted <= 2 ? 0 : wanted
        var offset = 0
        var shown = 0..<0
        for character in text {
            let next = offset + character.unicodeScalars.count
            if next > start, offset < start + Self.length {
                if shown.isEmpty { shown = offset..<offset }
                shown = shown.lowerBound..<next
                self.text.unicodeScalars.append(contentsOf: character.unicodeScalars.map(Self.onOneLine))
            }
            offset = next
        }
        var shift = -shown.lowerBound
        if shown.lowerBound > 0 {
            self.text = "…" + self.text
            shift += 1
        }
        if shown.upperBound < offset { self.text += "…" }
        matches = found.compactMap { range in
            let visible = range.clamped(to: shown)
            return visible.isEmpty ? nil : (visible.lowerBound + shift)..<(visible.upperBound + shift)
        }
    }

    private static func onOneLine(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        scalar.properties.isWhitespace ? " " : scalar
    }

    private static func merged(_ ranges: [Range<Int>]) -> [Range<Int>] {
        var merged: [Range<Int>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = merged.last, range.lowerBound <= last.upperBound {
                merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
        return merged
    }
}
