import Chat

/// What Tab makes of the text before the cursor.
enum Completion: Sendable, Equatable {
    /// Nothing begins like that.
    case none
    /// The text to stand before the cursor instead.
    case replaced(String)
    /// Several begin like that; nothing more is common to them.
    case several([Candidate])
    /// The names in a folder must be known first, for this path.
    case path(String)

    /// One of several that fit.
    struct Candidate: Sendable, Equatable {
        /// What is shown of it.
        let label: String
        /// The text to stand before the cursor when it is taken.
        let text: String
    }

    /// Completes the end of a text.
    ///
    /// - Parameters:
    ///   - before: what stands before the word.
    ///   - typed: the word so far.
    ///   - candidates: the words there are; those that don't begin like `typed` don't count.
    ///   - write: how a chosen word is written, with what follows it.
    static func choice(
        before: String,
        typed: String,
        candidates: [String],
        write: (String) -> String = { $0 + " " }
    ) -> Completion {
        let fitting = candidates.filter { $0.begins(like: typed) }
        guard let first = fitting.first else { return .none }
        if fitting.count == 1 { return .replaced(before + write(first)) }
        let common = fitting.dropFirst().reduce(first) { common, word in
            String(zip(common, word).prefix { $0.plain == $1.plain }.map(\.0))
        }
        // What is common is written as it is: it may be in the middle of a quoted word.
        return common.count > typed.count
            ? .replaced(before + common) : .several(fitting.map { Candidate(label: $0, text: before + write($0)) })
    }
}

extension String {
    /// Whether it begins so, whatever the case and the marks of the letters.
    func begins(like typed: some StringProtocol) -> Bool {
        var letters = makeIterator()
        for wanted in typed {
            guard let letter = letters.next(), letter == wanted || letter.plain == wanted.plain else { return false }
        }
        return true
    }
}
