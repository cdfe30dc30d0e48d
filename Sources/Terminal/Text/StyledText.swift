/// Safe text in runs of one style each.
public struct StyledText: Sendable, Hashable {
    /// Letters that look alike.
    public struct Run: Sendable, Hashable {
        /// The letters.
        public var text: SafeText
        /// How they look.
        public var style: Style

        public init(_ text: SafeText, style: Style = .plain) {
            self.text = text
            self.style = style
        }
    }

    /// The runs, in reading order.
    public private(set) var runs: [Run]

    public init(_ runs: [Run] = []) {
        self.runs = runs
    }

    /// One run.
    public init(_ text: SafeText, style: Style = .plain) {
        runs = [Run(text, style: style)]
    }

    /// The columns of all runs together.
    public var width: Int { runs.reduce(0) { $0 + $1.text.width } }
    /// The letters without their styles.
    public var text: SafeText { SafeText(graphemes: runs.flatMap(\.text.graphemes)) }

    /// Adds a run at the end.
    public mutating func append(_ text: SafeText, style: Style = .plain) {
        runs.append(Run(text, style: style))
    }

    /// The text in lines of at most `width` columns; breaks as ``SafeText/wrapped(to:)`` does, whatever the styles.
    public func wrapped(to width: Int) -> [StyledText] {
        text.lineRanges(width: width).map { slice($0, width: width) }
    }

    /// As many letters from the start as fit into `width` columns.
    public func prefix(width: Int) -> StyledText {
        slice(0..<text.prefix(width: width).graphemes.count, width: 2)
    }

    /// The letters of `range`, each with its style.
    private func slice(_ range: Range<Int>, width: Int) -> StyledText {
        var result = StyledText()
        var start = 0
        for run in runs {
            let end = start + run.text.graphemes.count
            let part = range.clamped(to: start..<end)
            if !part.isEmpty {
                let letters = run.text.graphemes[(part.lowerBound - start)..<(part.upperBound - start)]
                result.append(SafeText(graphemes: letters.fitting(width)), style: run.style)
            }
            start = end
        }
        return result
    }
}
