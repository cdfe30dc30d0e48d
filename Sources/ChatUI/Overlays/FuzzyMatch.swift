/// A text made ready for ``FuzzyMatch``, once for all letters that are tried on it.
struct FuzzyText: Sendable, Equatable {
    /// A number for each letter in small, the same for the same letter.
    fileprivate let letters: [UInt32]
    /// Where words begin.
    fileprivate let beginsWord: [Bool]

    /// As much of a text is looked at.
    private static let limit = 400

    init(_ text: String) {
        var letters: [UInt32] = []
        var beginsWord: [Bool] = []
        var isInWord = false
        for letter in text.prefix(FuzzyText.limit) {
            let small = letter.lowercased()
            // What becomes several letters in small keeps the place of one.
            letters.append(FuzzyText.number(of: small.first ?? letter))
            beginsWord.append(!isInWord)
            isInWord = letter.isWordLetter
        }
        (self.letters, self.beginsWord) = (letters, beginsWord)
    }

    /// The letters that are looked for.
    static func wanted(_ letters: String) -> [UInt32] {
        letters.lowercased().filter { !$0.isWhitespace }.map(number(of:))
    }

    /// Letters of several scalars get a number beyond those of scalars.
    private static func number(of letter: Character) -> UInt32 {
        let scalars = letter.unicodeScalars
        if scalars.count == 1, let only = scalars.first { return only.value }
        let hash = scalars.reduce(0x811C_9DC5 as UInt32) { ($0 ^ $1.value) &* 0x0100_0193 }
        return hash | 0x8000_0000
    }
}

/// How well some letters fit a title: they must occur in it in their order, better together and at the start of words.
struct FuzzyMatch: Sendable, Equatable {
    /// The larger the better.
    let score: Int
    /// Where the letters were found.
    let places: [Int]

    /// nil when the letters don't fit. Blanks don't count; no letters fit everything.
    init?(_ letters: String, in title: String) {
        self.init(FuzzyText.wanted(letters), in: FuzzyText(title))
    }

    /// The same with letters from ``FuzzyText/wanted(_:)``.
    init?(_ wanted: [UInt32], in text: FuzzyText) {
        var best: (score: Int, places: [Int])?
        // The first letter may stand in several places; the best way on from one of them counts.
        var tries = 0
        for start in text.letters.indices {
            if let first = wanted.first, !FuzzyMatch.fits(first, text.letters[start]) { continue }
            guard tries < 8, let way = FuzzyMatch.way(wanted, from: start, in: text) else { break }
            tries += 1
            if best.map({ way.score > $0.score }) ?? true { best = way }
            if wanted.isEmpty { break }
        }
        if best == nil, wanted.isEmpty { best = (0, []) }
        guard let best else { return nil }
        (score, places) = best
    }

    private static func way(_ wanted: [UInt32], from start: Int, in text: FuzzyText) -> (score: Int, places: [Int])? {
        let there = text.letters
        var places: [Int] = []
        var score = 0
        var place = start
        for letter in wanted {
            guard place < there.count, let found = there[place...].firstIndex(where: { fits(letter, $0) }) else {
                return nil
            }
            let followsLast = places.last == found - 1
            score += followsLast ? 8 : text.beginsWord[found] ? 6 : 1
            if found == 0 { score += 4 }
            score -= min(3, places.last.map { (found - $0 - 1) / 4 } ?? 0)
            places.append(found)
            place = found + 1
        }
        // Of two that fit alike the shorter is meant.
        return (score * 16 - min(15, there.count / 4), places)
    }

    private static func fits(_ letter: UInt32, _ other: UInt32) -> Bool {
        letter == other || ((0xAC00...0xD7A3).contains(other) && initials[Int(other - 0xAC00) / 588] == letter)
    }

    /// The consonants that Hangul syllables begin with, as they are typed alone.
    private static let initials = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ".unicodeScalars.map(\.value)
}
