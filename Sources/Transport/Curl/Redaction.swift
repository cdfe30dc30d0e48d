/// Keeps credentials out of sentences for people.
enum Redaction {
    /// Replaces whatever stands before an `@` in each word, behind the scheme if there is one: `http://…@proxy:3128`.
    static func withoutCredentials(_ text: String) -> String {
        text.split(omittingEmptySubsequences: false) { $0 == " " || $0 == "\n" }
            .map(withoutCredentials(inWord:))
            .joined(separator: " ")
    }

    private static func withoutCredentials(inWord word: Substring) -> String {
        guard let at = word.lastIndex(of: "@") else { return String(word) }
        let start = word.firstRange(of: "://")?.upperBound ?? word.firstIndex { $0 != "'" && $0 != "\"" } ?? at
        guard start <= at else { return String(word) }
        return word[..<start] + "…" + word[at...]
    }
}
