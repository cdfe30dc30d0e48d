import Chat
import Community

/// What becomes of a text before it is sent.
public struct SendForm: Sendable, Equatable {
    /// The language of the block of code that it becomes, empty for none; nil leaves it text.
    public var codeLanguage: String?
    /// Whether a text that is too long is sent in parts.
    public var splits: Bool
    /// The message it answers, by the server's identifier.
    public var replyTo: String?
    /// Paths of files that go with it.
    public var files: [String]

    /// The Unicode scalars that a community takes in a message.
    public static let communityLimit = MessageLimits.contentScalars

    /// Sends texts as they are.
    public init(codeLanguage: String? = nil, splits: Bool = false, replyTo: String? = nil, files: [String] = []) {
        self.codeLanguage = codeLanguage
        self.splits = splits
        self.replyTo = replyTo
        self.files = files
    }

    /// Whether a text goes out byte for byte.
    var isPlain: Bool { codeLanguage == nil && !splits }

    /// The texts of the messages that a text becomes.
    ///
    /// - Parameter limit: the Unicode scalars that a message may have; nil for any number, and then parts have as many as
    ///   a community takes.
    func texts(of text: String, limit: Int?) throws(FailureReport) -> [String] {
        if text.isEmpty { return [text] }
        let mark = SendForm.fence(around: text)
        let fence = codeLanguage.map { (before: "\(mark)\($0)\n", after: "\n\(mark)") }
        let wrapped = { (piece: String) in fence.map { $0.before + piece + $0.after } ?? piece }
        let whole = wrapped(text)
        if !splits {
            let count = whole.unicodeScalars.count
            if let limit, count > limit {
                let remedy = "shorten it, or send it in parts with --split"
                throw FailureReport(.usage, "the message is too long: \(count) of \(limit) characters", remedy: remedy)
            }
            return [whole]
        }
        let room = (limit ?? MessageLimits.contentScalars) - wrapped("").unicodeScalars.count
        guard room >= 100 else { throw FailureReport(.usage, "the language of --code is too long") }
        return TextPieces.split(text, limit: room, isCode: fence != nil).map(wrapped)
    }
}

extension SendForm {
    /// The line that ends a block of code: longer than any that the text has (CommonMark §4.5).
    private static func fence(around text: String) -> String {
        var longest = 0
        for line in text.split(omittingEmptySubsequences: true, whereSeparator: { $0.isNewline }) {
            longest = max(longest, line.drop { $0 == " " }.prefix { $0 == "`" }.count)
        }
        return String(repeating: "`", count: max(3, longest + 1))
    }
}

/// Splits a long text where it hurts least.
enum TextPieces {
    /// Pieces of at most `limit` Unicode scalars: cut at the end of a line, else between words, else between characters;
    /// what is nothing but white space is left out.
    ///
    /// - Parameter isCode: whether white space counts: then nothing is left out but the line end at a cut.
    static func split(_ text: String, limit: Int, isCode: Bool = false) -> [String] {
        var pieces: [String] = []
        var rest = text[...]
        while !rest.isEmpty {
            let head = TextPieces.head(of: rest, limit: limit)
            let end = head.endIndex < rest.endIndex ? cut(head) : head.endIndex
            let piece = rest[..<end]
            rest = rest[end...]
            if isCode {
                let isAtLine = !rest.isEmpty && piece.last?.isNewline == true
                pieces.append(String(isAtLine ? piece.dropLast() : piece))
                continue
            }
            // The white space at which it was cut separates two messages now.
            if !rest.isEmpty { rest = rest.drop(while: \.isWhitespace) }
            let trimmed = pieces.isEmpty && end == text.endIndex ? piece : piece.trimmingEnd()
            if trimmed.contains(where: { !$0.isWhitespace }) { pieces.append(String(trimmed)) }
        }
        return pieces
    }

    /// As many whole characters as fit; a character that is longer than that is cut.
    private static func head(of text: Substring, limit: Int) -> Substring {
        var count = 0
        var end = text.startIndex
        while end < text.endIndex {
            let next = text.index(after: end)
            count += text[end..<next].unicodeScalars.count
            if count > limit { break }
            end = next
        }
        if end > text.startIndex { return text[..<end] }
        return text[..<text.unicodeScalars.index(text.startIndex, offsetBy: limit)]
    }

    /// Where to cut: not so early that pieces get short.
    private static func cut(_ head: Substring) -> Substring.Index {
        let middle = head.index(head.startIndex, offsetBy: head.count / 2)
        let late = head[middle...]
        if let line = late.lastIndex(where: \.isNewline) { return head.index(after: line) }
        if let blank = late.lastIndex(where: \.isWhitespace) { return head.index(after: blank) }
        return head.endIndex
    }
}

extension Substring {
    fileprivate func trimmingEnd() -> Substring {
        var trimmed = self
        while trimmed.last?.isWhitespace ?? false { trimmed.removeLast() }
        return trimmed
    }
}
