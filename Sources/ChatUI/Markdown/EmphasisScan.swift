import Terminal

/// Finds `*italic*`, `_italic_` and `**bold**` in a line.
///
/// A sign opens at the start of a word and closes at the end of one, so that `2*3*4`, `snake_case` and `a/*.c` are text.
/// What is written without blanks between words, as Chinese is, begins and ends words everywhere.
struct EmphasisScan {
    struct Pair: Equatable {
        let opening: Range<Int>
        let closing: Range<Int>

        var isBold: Bool { opening.count == 2 }
    }

    private struct Open {
        let sign: String
        let place: Range<Int>
    }

    private let letters: [SafeText.Grapheme]
    private let isText: [Bool]
    /// What is open, from outside in; each kind at most once.
    private var open: [Open] = []
    private var found: [Pair] = []

    /// - Parameter isText: which letters may be signs.
    init(_ letters: [SafeText.Grapheme], isText: [Bool]) {
        self.letters = letters
        self.isText = isText
    }

    mutating func pairs() -> [Pair] {
        var index = 0
        while index < letters.count {
            guard let sign = sign(at: index) else {
                index += 1
                continue
            }
            let start = index
            while self.sign(at: index) == sign { index += 1 }
            // A longer row is a line or a row of stars; two low lines stand around names in code.
            if index - start <= (sign == "*" ? 3 : 1) { read(start..<index, sign) }
        }
        return found
    }

    private func sign(at index: Int) -> String? {
        guard index < letters.count, isText[index] else { return nil }
        let text = letters[index].text
        return text == "*" || text == "_" ? text : nil
    }

    private mutating func read(_ run: Range<Int>, _ sign: String) {
        var rest = run
        if closes(run) {
            while let index = lastOpen(sign, rest.count) {
                let opening = open[index].place
                guard opening.upperBound < rest.lowerBound else { break }
                found.append(Pair(opening: opening, closing: rest.prefix(opening.count)))
                open.removeSubrange(index...)
                rest = rest.dropFirst(opening.count)
            }
        }
        guard opens(run) else { return }
        while !rest.isEmpty {
            let place = rest.prefix(rest.count >= 2 ? 2 : 1)
            open.removeAll { $0.sign == sign && $0.place.count == place.count }
            open.append(Open(sign: sign, place: place))
            rest = rest.dropFirst(place.count)
        }
    }

    /// What a run of signs closes: what is as long before what is shorter.
    private func lastOpen(_ sign: String, _ count: Int) -> Int? {
        open.lastIndex { $0.sign == sign && $0.place.count == count }
            ?? open.lastIndex { $0.sign == sign && $0.place.count < count }
    }

    private func opens(_ run: Range<Int>) -> Bool {
        guard let after = letter(run.upperBound), !isBlank(after), !EmphasisScan.closing.contains(after.text) else {
            return false
        }
        guard let before = letter(run.lowerBound - 1) else { return true }
        return isBlank(before) || before.width == 2 || EmphasisScan.opening.contains(before.text)
    }

    private func closes(_ run: Range<Int>) -> Bool {
        guard let before = letter(run.lowerBound - 1), !isBlank(before) else { return false }
        guard let after = letter(run.upperBound) else { return true }
        return isBlank(after) || after.width == 2 || EmphasisScan.closing.contains(after.text)
            || EmphasisScan.quotes.contains(after.text)
    }

    private func letter(_ index: Int) -> SafeText.Grapheme? { letters.indices.contains(index) ? letters[index] : nil }

    private func isBlank(_ letter: SafeText.Grapheme) -> Bool { letter.text == " " || letter.text == "\u{3000}" }

    private static let quotes: Set<String> = ["\"", "'", "\u{2018}", "\u{2019}", "\u{201C}", "\u{201D}", "*", "_", "~"]
    private static let opening: Set<String> = quotes.union(["(", "[", "{", "-", "\u{2013}", "\u{2014}", ":", ">"])
    private static let closing: Set<String> = [
        ")", "]", "}", ".", ",", ";", ":", "!", "?", "\u{2026}", "-", "\u{2013}", "\u{2014}",
    ]
}

extension Range<Int> {
    fileprivate func prefix(_ count: Int) -> Range<Int> { lowerBound..<Swift.min(upperBound, lowerBound + count) }

    fileprivate func dropFirst(_ count: Int) -> Range<Int> { Swift.min(upperBound, lowerBound + count)..<upperBound }
}
