import Terminal

/// The parts of a line between as many backticks before as behind.
struct CodeSpans {
    struct Span: Equatable {
        /// With the backticks.
        let whole: Range<Int>
        let inside: Range<Int>
    }

    private(set) var spans: [Span] = []

    init(_ letters: [SafeText.Grapheme]) {
        let runs = CodeSpans.runs(letters)
        // The next run of the same length, for each; looked up once, from behind.
        var next: [Int?] = Array(repeating: nil, count: runs.count)
        var latest: [Int: Int] = [:]
        for index in runs.indices.reversed() {
            next[index] = latest[runs[index].count]
            latest[runs[index].count] = index
        }
        var index = 0
        while index < runs.count {
            guard let end = next[index] else {
                index += 1
                continue
            }
            spans.append(
                Span(
                    whole: runs[index].lowerBound..<runs[end].upperBound,
                    inside: runs[index].upperBound..<runs[end].lowerBound
                )
            )
            index = end + 1
        }
    }

    private static func runs(_ letters: [SafeText.Grapheme]) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        var index = 0
        while index < letters.count {
            let start = index
            while index < letters.count, letters[index].text == "`" { index += 1 }
            if index > start { runs.append(start..<index) } else { index += 1 }
        }
        return runs
    }
}
