extension SafeText {
    /// The text in lines of at most `width` columns, broken at spaces, between wide letters and after `/ - ? &`, and
    /// inside a word only if it is longer than a line.
    ///
    /// A width below 2 shows wide letters as `▯`; a width below 1 counts as 1.
    /// - Returns: at least one line.
    public func wrapped(to width: Int) -> [SafeText] {
        LineBreaker(graphemes, width: width).ranges().map { range in
            SafeText(graphemes: graphemes[range].fitting(width))
        }
    }

    /// Where ``wrapped(to:)`` breaks: the indices of the letters of each line. Spaces at a break belong to no line.
    public func lineRanges(width: Int) -> [Range<Int>] {
        LineBreaker(graphemes, width: width).ranges()
    }
}

extension ArraySlice<SafeText.Grapheme> {
    /// The letters with a placeholder for each that is wider than a whole line.
    func fitting(_ width: Int) -> [SafeText.Grapheme] {
        width >= 2 ? Array(self) : map { $0.width <= Swift.max(1, width) ? $0 : SafeText.placeholder }
    }
}
