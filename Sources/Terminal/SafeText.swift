/// Text that can be drawn: every grapheme is one that all terminals draw in the width we count.
///
/// Made only by the sanitising initialisers of this module, so that raw text can't reach a cell.
public struct SafeText: Sendable, Hashable {
    /// One drawable letter and the columns it takes.
    public struct Grapheme: Sendable, Hashable {
        /// The scalars to draw; never a control, bidirectional or unassigned one.
        public let text: String
        /// 1 or 2 columns.
        public let width: Int

        init(text: String, width: Int) {
            self.text = text
            self.width = width
        }
    }

    /// The letters, in reading order.
    public let graphemes: [Grapheme]
    /// The columns they take together.
    public let width: Int

    init(graphemes: [Grapheme]) {
        self.graphemes = graphemes
        width = graphemes.reduce(0) { $0 + $1.width }
    }
}
