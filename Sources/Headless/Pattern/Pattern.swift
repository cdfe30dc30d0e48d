/// A regular expression, compiled for looking whether it occurs in a text; the time it takes grows with the text alone,
/// whatever the expression, since it never goes back.
///
/// It knows literals, `.`, `[...]` with ranges and `[:alpha:]` classes, `\d \w \s \b` and their opposites, `^` and `$` at
/// the ends of lines, groups, `|`, `*`, `+`, `?` and `{m,n}`. References back and looking around are refused.
public struct Pattern: Sendable, Equatable {
    /// The characters of a text that are looked at; a message is hardly ever so long.
    static let textLimit = 64 * 1024

    /// The expression as it was written.
    public let source: String
    /// Whether capital letters are as good as small ones.
    public let ignoresCase: Bool
    private let program: PatternProgram

    /// Compiles an expression.
    ///
    /// - Parameter ignoresCase: nil for smart case: capital letters count when the expression has one.
    public init(_ source: String, ignoresCase: Bool? = nil) throws(PatternError) {
        self.source = source
        self.ignoresCase = ignoresCase ?? !Pattern.hasCapital(source)
        var parser = PatternParser(source)
        program = try PatternProgram(parser.parse(), ignoresCase: self.ignoresCase)
    }

    /// Whether it occurs in a text.
    public func occurs(in text: String) -> Bool {
        PatternMatch(program, ignoresCase: ignoresCase).occurs(in: text.unicodeScalars.prefix(Pattern.textLimit))
    }

    public static func == (left: Pattern, right: Pattern) -> Bool {
        left.source == right.source && left.ignoresCase == right.ignoresCase
    }

    /// Letters behind a backslash, such as that of `\W`, are no capitals.
    private static func hasCapital(_ source: String) -> Bool {
        var isEscaped = false
        for scalar in source.unicodeScalars {
            if !isEscaped, scalar.properties.isUppercase { return true }
            isEscaped = scalar == "\\" && !isEscaped
        }
        return false
    }
}

/// Why an expression can't be used: the rest of a sentence that begins with it.
public struct PatternError: Error, Sendable, Equatable {
    /// Such as "has a ( without a )".
    public let problem: String
}
