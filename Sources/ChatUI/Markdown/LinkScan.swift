import Terminal

/// Finds the addresses in a line, each as long as it is meant: without the full stop of its sentence, or the bracket
/// around it.
struct LinkScan {
    private let letters: [SafeText.Grapheme]
    /// Where they are, in order.
    private(set) var ranges: [Range<Int>] = []

    /// The most addresses of one line.
    static let limit = 200

    init(_ letters: [SafeText.Grapheme]) {
        self.letters = letters
        var index = 0
        while index < letters.count, ranges.count < LinkScan.limit {
            guard isStartOfWord(index), let scheme = SafeLink.scheme(at: letters[index...]) else {
                index += 1
                continue
            }
            let end = end(from: index, scheme: scheme)
            if end > index + scheme, SafeLink(SafeText(graphemes: letters[index..<end])) != nil {
                ranges.append(index..<end)
            }
            index = max(end, index + scheme)
        }
    }

    private func isStartOfWord(_ index: Int) -> Bool {
        guard index > 0 else { return true }
        let before = letters[index - 1]
        if before.width == 2 { return true }
        return before.text.unicodeScalars.first.map { !$0.properties.isAlphabetic && !("0"..."9").contains($0) } ?? true
    }

    private func end(from start: Int, scheme: Int) -> Int {
        var end = start + scheme
        var hasPath = false
        while end < letters.count, end - start < SafeLink.maximumLength {
            let letter = letters[end]
            // What stands for something that can't be drawn begins with a letter like others.
            let isStandIn = end + 1 < letters.count && letters[end + 1].joinsPrevious
            guard SafeLink.isAllowed(letter), !isStandIn, !LinkScan.ending.contains(letter.text) else { break }
            // A host is followed by a word in a language that has no blanks there; a path may go on in it.
            if letter.width == 2, !hasPath { break }
            if letter.text == "/" || letter.text == "?" { hasPath = true }
            end += 1
        }
        return withoutPunctuation(start + scheme, end)
    }

    /// What closes a sentence or a bracket that was opened before the address is no part of it.
    private func withoutPunctuation(_ start: Int, _ end: Int) -> Int {
        var end = end
        var depth: [String: Int] = [:]
        for letter in letters[start..<max(start, end)] {
            if let opening = LinkScan.brackets[letter.text] { depth[opening, default: 0] -= 1 }
            if LinkScan.brackets.values.contains(letter.text) { depth[letter.text, default: 0] += 1 }
        }
        while end > start {
            let last = letters[end - 1].text
            if let opening = LinkScan.brackets[last] {
                guard (depth[opening] ?? 0) < 0 else { break }
                depth[opening, default: 0] += 1
            } else if !LinkScan.trailing.contains(last) {
                break
            }
            end -= 1
        }
        return end
    }

    private static let brackets = [")": "(", "]": "[", "}": "{"]
    private static let trailing: Set<String> = [".", ",", ";", ":", "!", "?", "'", "*", "_", "~", "\u{2026}"]
    private static let ending: Set<String> = [
        "<", ">", "\"", "`", "\u{201C}", "\u{201D}", "\u{2018}", "\u{2019}", "。", "、", "，", "！", "？", "」", "』", "（",
        "）",
    ]
}
