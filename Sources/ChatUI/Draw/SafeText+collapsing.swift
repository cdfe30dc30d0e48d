import Terminal

extension SafeText {
    /// The beginning of a text from outside on one line, each run of blanks and line ends as one blank.
    init(collapsing text: String, limit: Int = 300) {
        let words = text.prefix(limit).split(whereSeparator: \.isWhitespace)
        self.init(words.joined(separator: " "), lines: .single)
    }
}
