/// Safe text in runs of one style each.
public struct StyledText: Sendable, Hashable {
    /// Letters that look alike.
    public struct Run: Sendable, Hashable {
        /// The letters.
        public var text: SafeText
        /// How they look.
        public var style: Style
        /// Where they lead; terminals that know hyperlinks open it.
        public var link: SafeLink?

        public init(_ text: SafeText, style: Style = .plain, link: SafeLink? = nil) {
            self.text = text
            self.style = style
            self.link = link
        }
    }

    /// The runs, in reading order.
    public private(set) var runs: [Run]

    public init(_ runs: [Run] = []) {
        self.runs = runs
    }

    /// One run.
    public init(_ text: SafeText, style: Style = .plain, link: SafeLink? = nil) {
        runs = [Run(text, style: style, link: link)]
    }

    /// The columns of all runs together.
    public var width: Int { runs.reduce(0) { $0 + $1.text.width } }
    /// The letters without their styles.
    public var text: SafeText { SafeText(graphemes: runs.flatMap(\.text.graphemes)) }

    /// Adds a run at the end.
    public mutating func append(_ text: SafeText, style: Style = .plain, link: SafeLink? = nil) {
        runs.append(Run(text, style: style, link: link))
    }

    /// The text in lines of at most `width` columns; breaks as ``SafeText/wrapped(to:)`` does, whatever the styles.
    public func wrapped(to width: Int) -> [StyledText] {
        text.lineRanges(width: width).map { slice($0, width: width) }
    }

    /// As many letters from the start as fit into `width` columns.
    public func prefix(width: Int) -> StyledText {
        slice(0..<text.prefix(width: width).graphemes.count, width: 2)
    }

    /// The text cut into lines of `width` columns wherever they end, for what must keep its form.
    ///
    /// - Returns: at least one line.
    public func cut(to width: Int) -> [StyledText] {
        let letters = text.graphemes
        var lines: [StyledText] = []
        var (start, column) = (0, 0)
        for (index, letter) in letters.enumerated() {
            let columns = min(letter.width, max(1, width))
            if column + columns > max(1, width) {
                lines.append(slice(start..<index, width: width))
                (start, column) = (index, 0)
            }
            column += columns
        }
        return lines + [slice(start..<letters.count, width: width)]
    }

    /// The letters at these places, which must be places of the text, each with its style.
    public func slice(_ range: Range<Int>) -> StyledText { slice(range, width: 2) }

    /// The letters of `range`, each with its style.
    private func slice(_ range: Range<Int>, width: Int) -> StyledText {
        var result = StyledText()
        var start = 0
        for run in runs {
            let end = start + run.text.graphemes.count
            let part = range.clamped(to: start..<end)
            if !part.isEmpty {
                let letters = run.text.graphemes[(part.lowerBound - start)..<(part.upperBound - start)]
                result.append(SafeText(graphemes: letters.fitting(width)), style: run.style, link: run.link)
            }
            start = end
        }
        return result
    }
}
