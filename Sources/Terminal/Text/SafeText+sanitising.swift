extension SafeText {
    /// How many lines a text may become.
    public enum Lines: Sendable {
        /// One; line ends are shown as `↵`.
        case single
    }

    /// The most columns a name takes; what is longer ends in `…`.
    public static let maximumNameWidth = 64

    /// Text from outside as one line.
    ///
    /// Controls are shown as `^[` or `<9B>`, bidirectional controls as `<RLO>`, what can't be drawn as `▯`. A tab
    /// becomes spaces up to the next multiple of four columns. Letters are composed (NFC), with at most four marks each.
    /// An emoji sequence becomes its first emoji, a flag its two letters: terminals disagree about the rest.
    public init(_ raw: String, lines: Lines) {
        self.init(scalars: raw.unicodeScalars, controls: .shown)
    }

    /// A name from outside: white space collapsed and trimmed, bidirectional controls left out, at most
    /// ``maximumNameWidth`` columns.
    public init(name raw: String) {
        // Four times the width leaves room for marks and what is left out, and bounds the work.
        let scalars = raw.unicodeScalars.prefix(SafeText.maximumNameWidth * 16)
        self = SafeText(scalars: scalars, controls: .named).truncated(to: SafeText.maximumNameWidth)
    }

    /// Text from outside, in UTF-8, as one line; ill-formed bytes become U+FFFD.
    public init(bytes: some Collection<UInt8>) {
        self.init(String(decoding: bytes, as: UTF8.self), lines: .single)
    }

    /// Text from outside as its lines, which end at LF, CRLF, NEL, U+2028 and U+2029.
    ///
    /// - Returns: at least one line.
    public static func lines(of raw: String) -> [SafeText] {
        var lines: [SafeText] = []
        var builder = GraphemeBuilder(controls: .shown)
        for scalar in raw.unicodeScalars {
            switch scalar {
            case "\n", "\u{85}", "\u{2028}", "\u{2029}":
                lines.append(SafeText(graphemes: builder.finish(before: scalar)))
                builder = GraphemeBuilder(controls: .shown)
            default: builder.add(scalar)
            }
        }
        lines.append(SafeText(graphemes: builder.finish()))
        return lines
    }

    private init(scalars: some Sequence<Unicode.Scalar>, controls: GraphemeBuilder.Controls) {
        var builder = GraphemeBuilder(controls: controls)
        for scalar in scalars { builder.add(scalar) }
        self.init(graphemes: builder.finish())
    }
}
