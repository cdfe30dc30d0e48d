import Testing

@testable import Terminal

/// Text that terminals and curses are known to trip over.
enum HostileCorpus {
    static let controls: [String] = (0...0x9F).filter { $0 < 0x20 || $0 >= 0x7F }.compactMap { Unicode.Scalar($0) }
        .map { "a\($0)b" }
    static let bidirectional = [
        0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2066, 0x2067, 0x2068, 0x2069, 0x200E, 0x200F, 0x61C,
    ]
    .compactMap { Unicode.Scalar($0) }.map { "a\($0)b" }
    static let letters = [
        "Zalgo e" + String(repeating: "\u{301}", count: 30),
        "\u{301}leading mark", "\n\u{301}", "👨‍👩‍👧‍👦", "👩🏽‍🤝‍👨🏻", "👍🏽", "❤️", "❤️‍🔥", "⌚︎", "🇰🇷🇫🇮", "🇰", "1️⃣#️⃣",
        "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", "\u{1112}\u{1161}\u{11AB}", "\u{1161}", "か\u{3099}",
        "क्षि", "க்ஷி", "مرحبا", "שלום", "\u{1FAE8}", "\u{378}", "\u{E000}", "\u{10FFFF}", "\u{FFFE}", "\u{200B}",
        "\u{2060}",
        "\u{FEFF}", "a\u{AD}b", "\u{3164}", "\u{115F}", "\u{600}1", "\u{2028}\u{2029}\u{85}", "\u{20E3}",
        "\u{A0}\u{3000}",
        "\u{200D}👩\u{200D}", "🏽", "\u{1F1E6}\u{301}", "﷽", "𓀀", "\t", "a\tb\tc", "\r\n", "\r", "", " ",
    ]
    static let texts = controls + bidirectional + letters

    static let bytes: [[UInt8]] = [
        [0x1B, 0x5D, 0x30, 0x3B, 0x78, 0x07], [0xC2, 0x9B, 0x33, 0x31, 0x6D], [0x9B, 0x41], [0xC0, 0xAF],
        [0xE0, 0x80, 0xAF],
        [0xF0, 0x80, 0x80, 0xAF], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80],
        [0xF8, 0x88, 0x80, 0x80],
        [0xE3, 0x81], [0xFF, 0xFE], [0x80], [0x61, 0x80, 0x62], [0xC1, 0x81], [0xEF, 0xBF, 0xBE], [0x00], [0x7F],
    ]
}

/// Fails unless `text` holds nothing but scalars a terminal may receive, in letters of the width they claim.
func expectDrawable(_ text: SafeText, _ comment: Comment? = nil, at location: SourceLocation = #_sourceLocation) {
    let faults = text.graphemes.filter { !isDrawable($0) }
    #expect(faults.isEmpty, comment, sourceLocation: location)
    #expect(text.width == text.graphemes.reduce(0) { $0 + $1.width }, comment, sourceLocation: location)
}

private func isDrawable(_ grapheme: SafeText.Grapheme) -> Bool {
    var marks = 0
    for (index, scalar) in grapheme.text.unicodeScalars.enumerated() {
        let isMark: Bool
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: return false
        case .nonspacingMark, .enclosingMark: isMark = true
        default: isMark = (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FF).contains(scalar.value)
        }
        guard isMark == (index > 0), !scalar.properties.isDefaultIgnorableCodePoint else { return false }
        marks += isMark ? 1 : 0
    }
    return marks <= 4 && (1...2).contains(grapheme.width)
}
