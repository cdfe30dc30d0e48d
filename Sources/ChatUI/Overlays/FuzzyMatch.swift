/// How well some letters fit a title: they must occur in it in their order, better together and at the start of words.
struct FuzzyMatch: Sendable, Equatable {
    /// The larger the better.
    let score: Int
    /// Where the letters were found.
    let places: [Int]

    /// As much of a title is looked at.
    private static let limit = 400

    /// nil when the letters don't fit. Blanks don't count; no letters fit everything.
    init?(_ letters: String, in title: String) {
        let wanted = letters.lowercased().filter { !$0.isWhitespace }
        let there = Array(title.prefix(FuzzyMatch.limit).lowercased())
        var best: (score: Int, places: [Int])?
        // The first letter may stand in several places; the best way on from one of them counts.
        let starts = wanted.first.map { first in there.indices.filter { FuzzyMatch.fits(first, there[$0]) } } ?? [0]
        for start in starts.prefix(8) {
            guard let way = FuzzyMatch.way(wanted, from: start, in: there) else { continue }
            if best.map({ way.score > $0.score }) ?? true { best = way }
        }
        guard let best else { return nil }
        (score, places) = best
    }

    private static func way(_ wanted: String, from start: Int, in there: [Character]) -> (score: Int, places: [Int])? {
        var places: [Int] = []
        var score = 0
        var place = start
        for letter in wanted {
            guard place < there.count, let found = there[place...].firstIndex(where: { fits(letter, $0) }) else {
                return nil
            }
            let followsLast = places.last == found - 1
            let beginsWord = found == 0 || !there[found - 1].isWordLetter
            score += followsLast ? 8 : beginsWord ? 6 : 1
            if found == 0 { score += 4 }
            score -= min(3, places.last.map { (found - $0 - 1) / 4 } ?? 0)
            places.append(found)
            place = found + 1
        }
        // Of two that fit alike the shorter is meant.
        return (score * 16 - min(15, there.count / 4), places)
    }

    private static func fits(_ letter: Character, _ other: Character) -> Bool {
        letter == other || initial(of: other) == letter
    }

    private static let initials = Array("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ")

    /// The consonant that a Hangul syllable begins with, as it is typed alone.
    private static func initial(of letter: Character) -> Character? {
        guard let scalar = letter.unicodeScalars.first, (0xAC00...0xD7A3).contains(scalar.value) else { return nil }
        return initials[Int(scalar.value - 0xAC00) / 588]
    }
}
