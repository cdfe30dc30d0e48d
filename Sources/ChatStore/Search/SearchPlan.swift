/// A query made ready: what the index is asked for, and what a message must then have.
///
/// The index knows pieces of words, not their places: a message that has the pieces is looked at once more.
struct SearchPlan {
    let words: [FoldedText]
    private let sender: FoldedText?
    /// In the language of FTS5; nil where the index can't help.
    let expression: String?
    /// Rows from the first to the last that may be found.
    let rows: ClosedRange<Int64>?
    let limit: Int
    /// Whether it asks for something of which nothing is left to look for, such as a mark without a letter.
    let isVain: Bool

    /// - Parameter thread: the number of the thread to look in.
    init(_ query: SearchQuery, thread: Int64?) {
        words = query.words.map { FoldedText($0) }.filter { !$0.scalars.isEmpty }
        sender = query.sender.map { FoldedText($0) }.flatMap { $0.scalars.isEmpty ? nil : $0 }
        limit = max(query.limit, 0)
        let hasVainWords = !query.words.isEmpty && words.isEmpty
        isVain = hasVainWords || (query.sender != nil && sender == nil)
        let first = query.after.map { MessageTime.firstRow(at: $0) } ?? .min
        let end = query.before.map { MessageTime.firstRow(at: $0) } ?? .max
        rows = first < end ? first...(end == .max ? end : end - 1) : nil
        var parts = words.compactMap { word -> String? in
            guard let text = Self.all(Grams.of(word, in: .text)), let sender = Self.all(Grams.of(word, in: .sender))
            else {
                return nil
            }
            return "(\(text) OR \(sender))"
        }
        if let sender { parts += Grams.of(sender, in: .sender).map(Self.quoted) }
        if let thread { parts.append(Self.quoted(Grams.of(thread: thread))) }
        expression = parts.isEmpty ? nil : parts.joined(separator: " AND ")
    }

    func isMet(by message: StoredMessage) -> Bool {
        let name = FoldedText(message.sender)
        if let sender, !name.contains(sender) { return false }
        if words.isEmpty { return true }
        let text = FoldedText(message.text)
        return words.allSatisfy { text.contains($0) || name.contains($0) }
    }

    private static func all(_ pieces: [String]) -> String? {
        pieces.isEmpty ? nil : "(" + pieces.map(quoted).joined(separator: " AND ") + ")"
    }

    // Pieces have letters only, so no quote either.
    private static func quoted(_ piece: String) -> String { "\"\(piece)\"" }
}
