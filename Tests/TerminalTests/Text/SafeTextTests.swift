import Testing

@testable import Terminal

@Suite("Safe text")
struct SafeTextTests {
    @Test("Hostile text leaves only what terminals can draw", arguments: HostileCorpus.texts)
    func hostileText(raw: String) {
        expectDrawable(SafeText(raw, lines: .single))
        expectDrawable(SafeText(name: raw))
        for line in SafeText.lines(of: raw) { expectDrawable(line) }
    }

    @Test("Hostile bytes leave only what terminals can draw", arguments: HostileCorpus.bytes)
    func hostileBytes(raw: [UInt8]) {
        expectDrawable(SafeText(bytes: raw))
        #expect(!SafeText(bytes: raw).isEmpty)
    }

    @Test("Any scalar there is leaves only what terminals can draw")
    func everyScalar() {
        var letters = "".unicodeScalars
        for value in 0...UInt32(0x10FFFF) {
            guard let scalar = Unicode.Scalar(value) else { continue }
            letters.append("a")
            letters.append(scalar)
            guard value % 0x4000 == 0x3FFF else { continue }
            expectDrawable(SafeText(String(letters), lines: .single), "before \(value)")
            letters.removeAll(keepingCapacity: true)
        }
    }

    @Test("A megabyte of garbage leaves only what terminals can draw")
    func garbage() {
        var state: UInt64 = 42
        let bytes = (0..<1_000_000).map { _ -> UInt8 in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 33)
        }
        let text = SafeText(bytes: bytes)
        let allowed = text.text.unicodeScalars.allSatisfy { scalar in
            switch ScalarClass(scalar) {
            case .narrow, .wide, .mark, .spacingMark, .skinTone: true
            default: false
            }
        }
        #expect(allowed)
    }

    @Test(
        "Text is shown in the form and width that terminals agree on",
        arguments: [
            ("abc", "abc", 3), ("한글", "한글", 4), ("日本語", "日本語", 6), ("", "", 0),
            ("\u{1B}[31m", "^[[31m", 6), ("a\u{7}", "a^G", 3), ("\u{0}\u{7F}", "^@^?", 4), ("\u{9B}", "<9B>", 4),
            ("a\nb", "a↵b", 3), ("a\r\nb", "a↵b", 3), ("a\r\rb", "a^M^Mb", 6), ("a\r", "a^M", 3),
            ("a\u{2028}b\u{85}", "a↵b↵", 4),
            ("\u{202E}abc\u{202C}", "<RLO>abc<PDF>", 13), ("\u{2066}", "<LRI>", 5), ("a\u{200E}b", "a<LRM>b", 7),
            ("a\tb", "a   b", 5), ("abcd\te", "abcd    e", 9), ("한\tb", "한  b", 5),
            ("e\u{301}", "é", 1), ("\u{1112}\u{1161}\u{11AB}", "한", 2), ("か\u{3099}", "が", 2),
            ("\u{212B}\u{F900}", "Å豈", 3), ("\u{2126}\u{301}", "Ώ", 1),
            ("\u{B95}\u{BC6}\u{BBE}", "\u{B95}\u{BCA}", 2), ("\u{958}", "\u{915}\u{93C}", 1),
            ("\u{301}a", "◌\u{301}a", 2), ("\u{93F}", "◌\u{93F}", 2),
            ("\u{1B}\u{301}", "^[◌\u{301}", 3), ("\u{1161}", "◌\u{1161}", 1),
            ("q" + String(repeating: "\u{323}", count: 30), "q\u{323}\u{323}\u{323}\u{323}", 1),
            ("👨‍👩‍👧‍👦!", "👨!", 3), ("👩🏽‍🤝‍👨🏻", "👩", 2), ("👍🏽", "👍", 2), ("🏽", "▯", 1), ("❤️", "❤", 1), ("❤️‍🔥", "❤", 1), ("⌚︎", "⌚", 2),
            ("🇰🇷", "KR", 2), ("1️⃣", "1", 1), ("🏴\u{E0067}\u{E007F}", "🏴", 2), ("👨\u{200D}x", "👨x", 3),
            ("क्षि", "क्षि", 3), ("\u{1FAE8}", "\u{1FAE8}", 2), ("\u{378}\u{E000}\u{FFFE}", "▯▯▯", 3), ("\u{600}", "▯", 1),
            ("\u{200B}a\u{2060}\u{FEFF}\u{AD}b\u{3164}", "ab", 2), ("مرحبا", "مرحبا", 5),
        ]
    )
    func forms(raw: String, shown: String, width: Int) {
        let text = SafeText(raw, lines: .single)
        // Scalar by scalar: strings that are canonically equivalent are equal.
        #expect(Array(text.text.unicodeScalars) == Array(shown.unicodeScalars))
        #expect(text.width == width)
    }

    @Test(
        "Ill-formed UTF-8 becomes U+FFFD",
        arguments: [([0xC0, 0xAF], 2), ([0xED, 0xA0, 0x80], 3), ([0xF4, 0x90, 0x80, 0x80], 4), ([0xE3, 0x81], 1)]
            as [([UInt8], Int)]
    )
    func illFormed(bytes: [UInt8], count: Int) {
        #expect(SafeText(bytes: bytes).text == String(repeating: "\u{FFFD}", count: count))
    }

    @Test(
        "A name is one short line without tricks",
        arguments: [
            ("  Ann \n\t Lee  ", "Ann Lee"), ("\u{202E}nnA\u{200F}", "nnA"), ("A\u{2066}\u{2069}", "A"),
            ("\u{200B}\u{3164}", ""),
            (" \u{202E} ", ""), ("a \u{202E} b", "a b"), ("a\u{3000}b", "a b"), ("a\u{1B}b", "a^[b"),
        ]
    )
    func names(raw: String, shown: String) {
        #expect(SafeText(name: raw).text == shown)
    }

    @Test("A name's length is bounded")
    func longName() {
        let name = SafeText(name: String(repeating: "한", count: 100_000))
        #expect(name.width <= SafeText.maximumNameWidth)
        #expect(name.text.hasSuffix("…"))
        let zalgo = SafeText(name: "a" + String(repeating: "\u{301}", count: 100_000) + "b")
        #expect(zalgo.text.unicodeScalars.count < 10)
    }

    @Test(
        "Lines end at every kind of line end, and nowhere else",
        arguments: [
            ("", [""]), ("a", ["a"]), ("a\nb", ["a", "b"]), ("a\r\nb\r\n", ["a", "b", ""]),
            ("a\u{2028}b\u{2029}c\u{85}d", ["a", "b", "c", "d"]),
            ("a\rb", ["a^Mb"]), ("a\r\r\nb", ["a^M", "b"]), ("a\r", ["a^M"]), ("\n\n", ["", "", ""]),
            ("a\n\tb", ["a", "    b"]),
        ]
    )
    func lines(raw: String, shown: [String]) {
        #expect(SafeText.lines(of: raw).map(\.text) == shown)
    }

    @Test("Interpolated values are safe already and literals become so")
    func interpolation() {
        let name = SafeText(name: "Ann\u{1B}")
        #expect(("\(name) has \(3)\u{202E}" as SafeText).text == "Ann^[ has 3<RLO>")
    }

    @Test("Parts are measured in columns and never split a wide letter")
    func measuring() {
        let text: SafeText = "a한b글"
        #expect((0...7).map { text.prefix(width: $0).text } == ["", "a", "a", "a한", "a한b", "a한b", "a한b글", "a한b글"])
        #expect((0...7).map { text.suffix(width: $0).text } == ["", "", "글", "b글", "b글", "한b글", "a한b글", "a한b글"])
        #expect((0...7).map { text.truncated(to: $0).text } == ["", "…", "a…", "a…", "a한…", "a한b…", "a한b글", "a한b글"])
        #expect(text.padded(to: 8).text == "a한b글  ")
        #expect(text.padded(to: 2).text == "a한b글")
        #expect(text.prefix(width: -1).isEmpty)
    }
}
