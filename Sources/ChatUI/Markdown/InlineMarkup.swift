import Terminal

/// One line of a message, read for what stands out in it: code, links, and where it is asked for bold and italic.
///
/// Signs without their other half are text. The work grows with the length of the line, whatever is in it.
struct InlineMarkup {
    let letters: [SafeText.Grapheme]
    /// What each letter is.
    private(set) var traits: [InlineTraits]
    /// Where the links are, in order.
    let links: [Range<Int>]

    /// - Parameter readsSigns: whether the signs of Markdown mean something.
    init(_ line: SafeText, readsSigns: Bool) {
        letters = line.graphemes
        traits = Array(repeating: [], count: letters.count)
        let spans = readsSigns ? CodeSpans(letters).spans : []
        for span in spans {
            traits.mark(span.whole, as: .sign)
            traits.mark(span.inside, as: .code)
            for index in span.inside { traits[index].remove(.sign) }
        }
        links = LinkScan(letters).ranges
        for link in links { traits.mark(link, as: .link) }
        if readsSigns { readEmphasis() }
    }

    /// The letters without the signs.
    var plain: SafeText {
        SafeText(graphemes: zip(letters, traits).filter { !$0.1.contains(.sign) }.map(\.0)[...])
    }

    /// Whether there is anything in a line that may stand out.
    static func isNeeded(for line: SafeText) -> Bool {
        line.graphemes.contains { letter in
            switch letter.text.utf8.first {
            case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "`"), UInt8(ascii: "@"), UInt8(ascii: ":"): true
            default: false
            }
        }
    }

    private mutating func readEmphasis() {
        var emphasis = EmphasisScan(letters, isText: traits.map(\.isEmpty))
        for pair in emphasis.pairs() {
            traits.mark(pair.opening, as: .sign)
            traits.mark(pair.closing, as: .sign)
            traits.mark(pair.opening.upperBound..<pair.closing.lowerBound, as: pair.isBold ? .bold : .italic)
        }
    }

    /// Marks the names of those who are mentioned.
    mutating func markMentions(_ names: [[SafeText.Grapheme]]) {
        // Of two names that fit, the longer one is meant.
        let byLength = names.sorted { $0.count > $1.count }
        guard !byLength.isEmpty else { return }
        var index = 0
        while index < letters.count {
            let isText = letters[index].text == "@" && traits[index].isDisjoint(with: [.code, .link])
            guard isText, let name = byLength.first(where: { letters[index...].dropFirst().starts(with: $0) }) else {
                index += 1
                continue
            }
            traits.mark(index..<(index + 1 + name.count), as: .mention)
            index += 1 + name.count
        }
    }
}

extension [InlineTraits] {
    fileprivate mutating func mark(_ range: Range<Int>, as trait: InlineTraits) {
        for index in range { self[index].insert(trait) }
    }
}
