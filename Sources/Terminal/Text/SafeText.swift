/// Text that can be drawn: every grapheme is one that all terminals draw in the width we count.
///
/// Made only by the sanitising initialisers of this module, so that raw text can't reach a cell.
public struct SafeText: Sendable, Hashable {
    /// One drawable letter and the columns it takes.
    public struct Grapheme: Sendable, Hashable {
        /// The scalars to draw; never a control, bidirectional or unassigned one.
        public let text: String
        private let columns: UInt8
        /// Whether a line should not break before it: the rest of a stand-in such as `^[`, or a mark with a column of
        /// its own.
        public let joinsPrevious: Bool
        /// Whether curses can't draw it: several scalars that the terminal was seen to draw as one, or a mark that has a
        /// column in some terminals and none in others.
        public let isWhole: Bool

        /// 1 or 2 columns.
        public var width: Int { Int(columns) }

        init(text: String, width: Int, joinsPrevious: Bool = false, isWhole: Bool = false) {
            self.text = text
            self.columns = UInt8(width)
            self.joinsPrevious = joinsPrevious
            self.isWhole = isWhole
        }
    }

    /// The letters, in reading order.
    public let graphemes: [Grapheme]
    /// The columns they take together.
    public let width: Int

    /// No text.
    public static let empty = SafeText(graphemes: [])

    /// What stands for a letter that can't be drawn.
    static let placeholder = Grapheme(text: "\u{25AF}", width: 1)

    init(graphemes: [Grapheme]) {
        self.graphemes = graphemes
        width = graphemes.reduce(0) { $0 + $1.width }
    }

    /// Letters of safe text, together again.
    public init(graphemes: ArraySlice<Grapheme>) {
        self.init(graphemes: Array(graphemes))
    }

    /// Whether there is nothing to draw.
    public var isEmpty: Bool { graphemes.isEmpty }

    /// The letters as one string, safe to write to a terminal as it is.
    public var text: String {
        var text = ""
        text.reserveCapacity(graphemes.count)
        for grapheme in graphemes { text += grapheme.text }
        return text
    }

    /// One text after another.
    public static func + (left: SafeText, right: SafeText) -> SafeText {
        SafeText(graphemes: left.graphemes + right.graphemes)
    }

    /// Puts `other` at the end.
    public static func += (left: inout SafeText, right: SafeText) {
        left = left + right
    }

    /// `text`, `count` times; a negative count is 0.
    public init(repeating text: SafeText, count: Int) {
        self.init(graphemes: Array(repeatElement(text.graphemes, count: max(0, count)).joined()))
    }
}

extension SafeText: CustomStringConvertible {
    public var description: String { text }
}
