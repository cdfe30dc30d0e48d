import Testing

@testable import Terminal

@Suite("Emoji")
struct EmojiFormTests {
    @Test(
        "Stay whole where the terminal draws their kind so, and never else",
        arguments: [
            ("👨\u{200D}👩\u{200D}👧!", EmojiKinds.joined, "👨\u{200D}👩\u{200D}👧!", 3),
            ("👨\u{200D}👩!", [.toned], "👨!", 3),
            ("👍🏽", .toned, "👍🏽", 2), ("👍🏽", .joined, "👍", 2),
            ("❤\u{FE0F}x", .presented, "❤\u{FE0F}x", 3), ("❤\u{FE0F}", .joined, "❤", 1), ("❤", .all, "❤", 1),
            ("❤\u{FE0F}\u{200D}🔥", .all, "❤\u{FE0F}\u{200D}🔥", 2), ("😀\u{FE0F}", .all, "😀", 2),
            ("🇰🇷🇫🇮", .flags, "🇰🇷🇫🇮", 4), ("🇰🇷🇫", .flags, "🇰🇷F", 3), ("🇰x🇷", .all, "KxR", 3),
            ("1\u{FE0F}\u{20E3}", .keycaps, "1\u{FE0F}\u{20E3}", 2), ("1\u{20E3}", .all, "1", 1),
            ("\u{1FAE8}", .recent, "\u{1FAE8}", 2), ("a\u{200D}👩", .all, "a👩", 3),
            ("👩\u{200D}x", .all, "👩x", 3), ("👍\u{301}🏽", .all, "👍🏽", 2),
        ] as [(String, EmojiKinds, String, Int)]
    )
    func modern(raw: String, kinds: EmojiKinds, shown: String, width: Int) {
        let text = EmojiForm.$current.withValue(.modern(kinds)) { SafeText(raw, lines: .single) }
        #expect(Array(text.text.unicodeScalars) == Array(shown.unicodeScalars))
        #expect(text.width == width)
        #expect(
            text.graphemes.allSatisfy { $0.isWhole == ($0.text.unicodeScalars.count > 1 || $0.text == "\u{1FAE8}") }
        )
    }

    @Test("Are no longer than the longest there is, however many are joined")
    func bounded() {
        let raw = "👩" + String(repeating: "\u{200D}👩🏽\u{FE0F}", count: 10_000) + "!"
        let text = EmojiForm.$current.withValue(.modern(.all)) { SafeText(raw, lines: .single) }
        #expect(text.graphemes.count == 2)
        #expect((text.graphemes.first?.text.unicodeScalars.count ?? 0) <= 15)
        #expect(text.width == 3)
    }

    @Test(
        "Are shown by their names on request",
        arguments: [
            ("a👍🏽b", "a:thumbs_up_sign:b"), ("❤\u{FE0F}", ":heavy_black_heart:"), ("❤ ©", "❤ ©"), ("🇰🇷", "KR"),
            ("👨\u{200D}👩\u{200D}👧", ":man:"), ("한 1\u{FE0F}\u{20E3}", "한 1"), ("\u{1FAE8}", ":shaking_face:"),
        ]
    )
    func names(raw: String, shown: String) {
        let text = EmojiForm.$current.withValue(.text) { SafeText(raw, lines: .single) }
        #expect(text.text == shown)
        #expect(text.width == text.graphemes.reduce(0) { $0 + $1.width })
    }

    @Test("Hostile text is drawable in every form", arguments: HostileCorpus.texts)
    func hostile(raw: String) {
        for form in [EmojiForm.text, .modern(.all), .modern([.joined]), .modern([.flags, .keycaps])] {
            let text = EmojiForm.$current.withValue(form) { SafeText(raw, lines: .single) }
            #expect(text.graphemes.allSatisfy { (1...2).contains($0.width) && !$0.text.isEmpty })
            for letter in text.graphemes where !letter.isWhole {
                expectDrawable(SafeText(graphemes: [letter][...]))
            }
            for letter in text.graphemes where letter.isWhole {
                #expect(
                    letter.text.unicodeScalars.allSatisfy {
                        ![.control, .bidirectional, .unknown].contains(ScalarClass($0))
                    }
                )
            }
        }
    }

    @Test("A terminal is taken at its word about each kind")
    func probed() {
        #expect(EmojiKinds.kinds(drawnIn: [2, 2, 2, 2, 2, 2, 2]) == .all)
        #expect(EmojiKinds.kinds(drawnIn: [2, 4, 4, 1, 2, 1, 2]) == [.flags, .recent])
        #expect(EmojiKinds.kinds(drawnIn: [8, 4, 4, 1, 4, 1, 1]) == [])
        #expect(EmojiKinds.kinds(drawnIn: []) == [])
    }
}
