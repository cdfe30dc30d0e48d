/// Keeps credentials out of sentences for people.
enum Redaction {
    /// Replaces what stands before the last `@`, back to the scheme, the quotation mark or the word's start:
    /// `Unsupported proxy syntax in 'http://…@proxy:x'`. What has an `@` and is no secret goes too.
    static func withoutCredentials(_ text: String) -> String {
        guard let at = text.lastIndex(of: "@") else { return text }
        let before = text[..<at]
        let start =
            before.firstRange(of: "://")?.upperBound
            ?? before.firstIndex { $0 == "'" || $0 == "\"" }.map(text.index(after:))
            ?? before.lastIndex(of: " ").map(text.index(after:))
            ?? text.startIndex
        return text[..<start] + "…" + text[at...]
    }
}
