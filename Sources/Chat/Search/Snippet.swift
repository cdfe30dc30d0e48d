/// A part of a text around the first match, on one line.
struct Snippet: Sendable, Equatable {
    private(set) var text: String
    /// What matched, in Unicode scalars from the start.
    private(set) var matches: [Range<Int>] = []

    /// The scalars shown before the first match, and in all.
    private static let lead = 40
    private static let length = 160

    init(of text: String, words: [String]) {
        let line = Array(ForeignText.line(text).unicodeScalars)
        let folded = line.map(Snippet.folded)
        let wanted = words.map { $0.unicodeScalars.map(Snippet.folded) }.filter { !$0.isEmpty }
        let first = wanted.compactMap { Snippet.place(of: $0, in: folded, from: 0) }.min() ?? 0
        let start = max(0, first - Snippet.lead)
        let end = min(line.count, start + Snippet.length)
        var shown = String.UnicodeScalarView(line[start..<end])
        var shift = -start
        if start > 0 {
            shown.insert("…", at: shown.startIndex)
            shift += 1
        }
        if end < line.count { shown.append("…") }
        self.text = String(shown)
        for word in wanted {
            var from = start
            while let place = Snippet.place(of: word, in: folded, from: from), place + word.count <= end {
                matches.append((place + shift)..<(place + word.count + shift))
                from = place + word.count
            }
        }
        matches = Snippet.joined(matches)
    }

    // Letters of one scalar each, so that places stay what they are.
    private static func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        let lower = scalar.properties.lowercaseMapping.unicodeScalars
        return lower.count == 1 ? lower.first ?? scalar : scalar
    }

    private static func place(of word: [Unicode.Scalar], in text: [Unicode.Scalar], from start: Int) -> Int? {
        guard text.count >= word.count, start <= text.count - word.count else { return nil }
        return (start...(text.count - word.count)).first { text[$0..<($0 + word.count)].elementsEqual(word) }
    }

    private static func joined(_ ranges: [Range<Int>]) -> [Range<Int>] {
        var joined: [Range<Int>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = joined.last, range.lowerBound <= last.upperBound {
                joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                joined.append(range)
            }
        }
        return joined
    }
}

extension ForeignText {
    /// A text on one line, whole: blanks, line ends and tabs become single blanks.
    static func line(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
