extension SafeText {
    /// As many letters from the start as fit into `width` columns.
    public func prefix(width limit: Int) -> SafeText {
        guard width > limit else { return self }
        var used = 0
        let end = graphemes.firstIndex { grapheme in
            used += grapheme.width
            return used > limit
        }
        return SafeText(graphemes: graphemes[..<(end ?? graphemes.endIndex)])
    }

    /// As many letters from the end as fit into `width` columns.
    public func suffix(width limit: Int) -> SafeText {
        guard width > limit else { return self }
        var used = 0
        let last = graphemes.lastIndex { grapheme in
            used += grapheme.width
            return used > limit
        }
        return SafeText(graphemes: graphemes[((last ?? -1) + 1)...])
    }

    /// The text if it fits into `width` columns, else its start and `…`.
    public func truncated(to limit: Int) -> SafeText {
        guard width > limit else { return self }
        guard limit > 0 else { return .empty }
        return SafeText(graphemes: prefix(width: limit - 1).graphemes + [Grapheme(text: "\u{2026}", width: 1)])
    }

    /// The text with spaces behind it up to `width` columns; longer text stays as it is.
    public func padded(to limit: Int) -> SafeText {
        self + SafeText(repeating: SafeText(graphemes: [Grapheme(text: " ", width: 1)]), count: limit - width)
    }

    /// The letters at these places, which must be places of the text.
    public func slice(_ range: Range<Int>) -> SafeText {
        SafeText(graphemes: graphemes[range])
    }
}
