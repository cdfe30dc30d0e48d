import Testing

@testable import Terminal

@Suite("Key decoder")
struct KeyDecoderTests {
    static let table: [(String, [Key])] = [
        ("aZ ~", [.character("a"), .character("Z"), .character(" "), .character("~")]),
        ("한é👍", [.character("한"), .character("é"), .character("👍")]),
        ("\r\n\t", [.named(.enter), .control("j"), .named(.tab)]),
        ("\u{7F}\u{8}", [.named(.backspace), .named(.backspace)]),
        ("\u{0}\u{1}\u{1A}", [.control(" "), .control("a"), .control("z")]),
        ("\u{1C}\u{1D}\u{1E}\u{1F}", [.control("\\"), .control("]"), .control("^"), .control("_")]),
        ("\u{1B}a\u{1B}한", [.alt("a"), .alt("한")]),
        ("\u{1B}\u{1}", [.altControl("a")]),
        ("\u{1B}\r\u{1B}\t\u{1B}\u{7F}", [.named(.enter, .alt), .named(.tab, .alt), .named(.backspace, .alt)]),
        ("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", [.named(.up), .named(.down), .named(.right), .named(.left)]),
        ("\u{1B}OA\u{1B}OB\u{1B}OC\u{1B}OD", [.named(.up), .named(.down), .named(.right), .named(.left)]),
        ("\u{1B}[1;5C\u{1B}[1;2A\u{1B}[1;3D", [.named(.right, .control), .named(.up, .shift), .named(.left, .alt)]),
        ("\u{1B}[1;8F", [.named(.end, [.shift, .alt, .control])]),
        // PuTTY, old xterm, and screen by its own names
        (
            "\u{1B}[5D\u{1B}[5C\u{1B}O5C\u{1B}[2A\u{1B}O1;3D",
            [
                .named(.left, .control), .named(.right, .control), .named(.right, .control), .named(.up, .shift),
                .named(.left, .alt),
            ]
        ),
        ("\u{1B}[H\u{1B}OH\u{1B}[1~\u{1B}[7~", Array(repeating: .named(.home), count: 4)),
        ("\u{1B}[F\u{1B}OF\u{1B}[4~\u{1B}[8~", Array(repeating: .named(.end), count: 4)),
        (
            "\u{1B}[2~\u{1B}[3~\u{1B}[5~\u{1B}[6~",
            [.named(.insert), .named(.delete), .named(.pageUp), .named(.pageDown)]
        ),
        ("\u{1B}[3;5~", [.named(.delete, .control)]),
        ("\u{1B}OP\u{1B}OS", [.named(.function(1)), .named(.function(4))]),
        ("\u{1B}[11~\u{1B}[14~", [.named(.function(1)), .named(.function(4))]),
        ("\u{1B}[[A\u{1B}[[E", [.named(.function(1)), .named(.function(5))]),
        ("\u{1B}[15~\u{1B}[17~\u{1B}[21~", [.named(.function(5)), .named(.function(6)), .named(.function(10))]),
        ("\u{1B}[23~\u{1B}[24~\u{1B}[25~", [.named(.function(11)), .named(.function(12)), .named(.function(13))]),
        ("\u{1B}[28~\u{1B}[31~\u{1B}[34~", [.named(.function(15)), .named(.function(17)), .named(.function(20))]),
        ("\u{1B}[1;5P\u{1B}[1;2R", [.named(.function(1), .control), .named(.function(3), .shift)]),
        ("\u{1B}[Z\u{1B}[1;2Z", [.named(.backTab), .named(.backTab)]),
        // rxvt
        (
            "\u{1B}[a\u{1B}Od\u{1B}[3$\u{1B}[3^\u{1B}[3@",
            [
                .named(.up, .shift), .named(.left, .control), .named(.delete, .shift), .named(.delete, .control),
                .named(.delete, [.control, .shift]),
            ]
        ),
        ("\u{1B}\u{1B}[A\u{1B}\u{1B}OC", [.named(.up, .alt), .named(.right, .alt)]),
        // The keypad in application mode
        (
            "\u{1B}Oj\u{1B}Op\u{1B}Oy\u{1B}OM\u{1B}OX",
            [
                .character("*"), .character("0"), .character("9"), .named(.enter), .character("="),
            ]
        ),
        // The mouse, in decimal numbers
        (
            "\u{1B}[<0;5;7M\u{1B}[<0;5;7m\u{1B}[<64;1;1M\u{1B}[<85;2000;3M\u{1B}[<2;1;2M",
            [
                .mouse(MouseEvent(.press(.left), column: 4, row: 6)),
                .mouse(MouseEvent(.release(.left), column: 4, row: 6)),
                .mouse(MouseEvent(.wheelUp, column: 0, row: 0)),
                .mouse(MouseEvent(.wheelDown, column: 1999, row: 2, modifiers: [.shift, .control])),
                .mouse(MouseEvent(.press(.right), column: 0, row: 1)),
            ]
        ),
        // Answers about the background
        (
            "\u{1B}]11;rgb:1c1c/1c1c/1c1c\u{1B}\\\u{1B}]11;rgb:ff/fd/e0\u{7}\u{1B}[?997;1n\u{1B}[?997;2n",
            [.shade(.dark), .shade(.light), .shade(.dark), .shade(.light)]
        ),
        // modifyOtherKeys
        (
            "\u{1B}[27;2;13~\u{1B}[27;5;105~\u{1B}[27;3;97~\u{1B}[27;7;97~",
            [
                .named(.enter, .shift), .control("i"), .alt("a"), .altControl("a"),
            ]
        ),
        // kitty
        (
            "\u{1B}[97u\u{1B}[97;5u\u{1B}[97;3u\u{1B}[97;2u",
            [
                .character("a"), .control("a"), .alt("a"), .character("A"),
            ]
        ),
        (
            "\u{1B}[49:33;2u\u{1B}[97;;229u\u{1B}[127;5u",
            [.character("!"), .character("å"), .named(.backspace, .control)]
        ),
        (
            "\u{1B}[13;2u\u{1B}[27u\u{1B}[9;2u\u{1B}[9u",
            [
                .named(.enter, .shift), .named(.escape), .named(.backTab), .named(.tab),
            ]
        ),
        (
            "\u{1B}[57376u\u{1B}[57399u\u{1B}[57414u\u{1B}[57419;5u",
            [
                .named(.function(13)), .character("0"), .named(.enter), .named(.up, .control),
            ]
        ),
        ("\u{1B}[97;1:3u\u{1B}[1;1:3A\u{1B}[57441u", []),
        ("\u{1B}[97;65u\u{1B}[1;1:2A", [.character("a"), .named(.up)]),
        // Meta, as xterm and as the kitty protocol tell it; of a letter the first is Super.
        ("\u{1B}[1;9D", [.named(.left, .alt)]), ("\u{1B}[1;9C", [.named(.right, .alt)]),
        ("\u{1B}[1;10D", [.named(.left, [.alt, .shift])]), ("\u{1B}[1;13D", [.named(.left, [.alt, .control])]),
        ("\u{1B}[1;33D", [.named(.left, .alt)]), ("\u{1B}[3;9~", [.named(.delete, .alt)]),
        ("\u{1B}[9D", [.named(.left, .alt)]), ("\u{1B}O9D", [.named(.left, .alt)]),
        ("\u{1B}[1;17D", [.unknown(Array("\u{1B}[1;17D".utf8))]),
        ("\u{1B}[97;9u", [.unknown(Array("\u{1B}[97;9u".utf8))]),
        ("\u{1B}[I\u{1B}[O", [.focus(true), .focus(false)]),
        // Reports that are swallowed whole
        ("\u{1B}[<35;10;20Mx", [.unknown(Array("\u{1B}[<35;10;20M".utf8)), .character("x")]),
        ("\u{1B}[M !!x", [.unknown(Array("\u{1B}[M !!".utf8)), .character("x")]),
        ("\u{1B}[12;40Rx", [.unknown(Array("\u{1B}[12;40R".utf8)), .character("x")]),
        ("\u{1B}[?2026;2$yx", [.unknown(Array("\u{1B}[?2026;2$y".utf8)), .character("x")]),
        ("\u{1B}]10;rgb:0/0/0\u{7}x", [.unknown(Array("\u{1B}]10;rgb:0/0/0".utf8)), .character("x")]),
        ("\u{1B}P>|term\u{1B}\\x", [.unknown(Array("\u{1B}P>|term".utf8)), .character("x")]),
        ("\u{1B}_Gi=1\u{1B}\\x", [.unknown(Array("\u{1B}_Gi=1".utf8)), .character("x")]),
        ("\u{1B}]\rx", [.alt("]"), .named(.enter), .character("x")]),
        ("\u{1B}Pab\u{1B}[A", [.unknown(Array("\u{1B}Pab".utf8)), .named(.up)]),
        // Sequences cut off by others
        ("\u{1B}[1;\u{1B}[A", [.unknown(Array("\u{1B}[1;".utf8)), .named(.up)]),
        ("\u{1B}[\rx", [.alt("["), .named(.enter), .character("x")]),
        ("\u{1B}[[\u{1B}[A", [.unknown(Array("\u{1B}[[".utf8)), .named(.up)]),
        ("\u{1B}[5é", [.unknown(Array("\u{1B}[5".utf8)), .character("é")]),
        ("\u{1B}O\u{1B}[A", [.alt("O"), .named(.up)]),
        ("\u{1B}\u{1B}x", [.named(.escape), .alt("x")]),
        // Pastes
        ("\u{1B}[200~a\r\nb\rc\nd\te\u{1B}[201~x", [.paste("a\nb\nc\nd\te"), .character("x")]),
        ("\u{1B}[200~\u{1B}[201~\u{1B}[201~x", [.character("x")]),
        ("\u{1B}[200~a\u{1B}[31mb\u{7}\u{0}\u{7F}\u{9B}c\u{1B}[201~", [.paste("a[31mbc")]),
        ("\u{1B}[200~a\u{1B}[200~b\u{1B}[201~c", [.paste("ab"), .character("c")]),
        ("\u{1B}[200~a\u{1B}[20\u{1B}\u{1B}[201~", [.paste("a[20")]),
        ("\u{1B}[200~안녕 👍\u{1B}[201~", [.paste("안녕 👍")]),
    ]

    static let ill: [([UInt8], [Key])] = [
        ([0x80, 0x61], [.unknown([0x80]), .character("a")]),
        ([0xFF, 0xC0, 0xF5], [.unknown([0xFF]), .unknown([0xC0]), .unknown([0xF5])]),
        ([0xED, 0x95, 0x61], [.unknown([0xED, 0x95]), .character("a")]),
        ([0xED, 0xA0, 0x80], [.unknown([0xED, 0xA0, 0x80])]),
        ([0xE0, 0x80, 0xAF], [.unknown([0xE0, 0x80, 0xAF])]),
        ([0xC2, 0x9B, 0x41], [.unknown([0xC2, 0x9B]), .character("A")]),
        ([0x1B, 0xFF], [.unknown([0x1B, 0xFF])]),
        ([0x1B, 0xED, 0x0D], [.unknown([0x1B, 0xED]), .named(.enter)]),
    ]

    static let all = table.map { (Array($0.0.utf8), $0.1) } + ill

    @Test("Each sequence is its key, whole, byte by byte and at every cut", arguments: all)
    func sequences(bytes: [UInt8], expected: [Key]) {
        var whole = KeyDecoder()
        #expect(whole.decode(bytes) == expected)
        #expect(!whole.isPending)
        var single = KeyDecoder()
        #expect(bytes.flatMap { single.decode([$0]) } == expected)
        for cut in 0...bytes.count {
            var decoder = KeyDecoder()
            #expect(decoder.decode(bytes[..<cut]) + decoder.decode(bytes[cut...]) == expected)
        }
    }

    @Test(
        "Silence settles what is open",
        arguments: [
            ("\u{1B}", [.named(.escape)]), ("\u{1B}\u{1B}", [.named(.escape), .named(.escape)]),
            ("\u{1B}[", [.alt("[")]), ("\u{1B}O", [.alt("O")]), ("\u{1B}]", [.alt("]")]), ("\u{1B}P", [.alt("P")]),
            ("\u{1B}[1;", [.unknown(Array("\u{1B}[1;".utf8))]), ("\u{1B}[[", [.unknown(Array("\u{1B}[[".utf8))]),
            ("\u{1B}[M!", [.unknown(Array("\u{1B}[M!".utf8))]), ("\u{1B}]11;", [.unknown(Array("\u{1B}]11;".utf8))]),
        ] as [(String, [Key])]
    )
    func silence(bytes: String, expected: [Key]) {
        var decoder = KeyDecoder()
        #expect(decoder.decode(bytes.utf8) == [])
        #expect(decoder.isPending)
        #expect(decoder.flush() == expected)
        #expect(!decoder.isPending)
        #expect(decoder.flush() == [])
        #expect(decoder.decode("x".utf8) == [.character("x")])
    }

    @Test("An answer about the background that stops anywhere is none of the typing, whenever its rest comes")
    func lateAnswer() {
        for (answer, shade) in [
            ("\u{1B}]11;rgb:1c1c/1c1c/1c1c\u{1B}\\", Shade.dark), ("\u{1B}]11;rgba:ffff/ffff/ffff/ffff\u{7}", .light),
        ] {
            let bytes = Array(answer.utf8)
            for stop in 3..<bytes.count {
                var decoder = KeyDecoder()
                var keys = decoder.decode(bytes[..<stop])
                #expect(decoder.flushDelay == .seconds(1))
                keys += decoder.flush()
                let isInEnd = bytes[stop - 1] == 0x1B
                #expect(decoder.isPending == isInEnd)
                keys += decoder.decode(bytes[stop...]) + decoder.decode("a\r".utf8)
                #expect(keys.dropFirst() == [.shade(shade), .character("a"), .named(.enter)], "\(stop): \(keys)")
                guard case .unknown = keys[0] else { return #expect(Bool(false), "\(keys)") }
            }
            for stop in 10..<(bytes.count - 2) {
                var decoder = KeyDecoder()
                _ = decoder.decode(bytes[..<stop])
                #expect(decoder.decode("hello".utf8).suffix(5) == "hello".map { .character($0) })
                var late = KeyDecoder()
                _ = late.decode(bytes[..<stop]) + late.flush()
                #expect(!late.isPending)
                #expect(late.decode("hello".utf8) == "hello".map { .character($0) })
            }
        }
    }

    @Test("A report that waits for its last byte is not typed")
    func lateReport() {
        var decoder = KeyDecoder()
        #expect(decoder.decode("\u{1B}[?997;".utf8) == [])
        #expect(decoder.flushDelay == .seconds(1))
        #expect(decoder.decode("1n".utf8) == [.shade(.dark)])
    }

    @Test("Half a letter is settled as unknown")
    func halfLetter() {
        var decoder = KeyDecoder()
        #expect(decoder.decode([0xED, 0x95]) == [])
        #expect(decoder.flush() == [.unknown([0xED, 0x95])])
    }

    @Test("A paste that stalls is delivered in parts, and its newlines never become Enter")
    func stalledPaste() {
        var decoder = KeyDecoder()
        #expect(decoder.decode("\u{1B}[200~one\r".utf8) == [])
        #expect(decoder.flushDelay == .milliseconds(50))
        #expect(decoder.flush() == [.paste("one\n")])
        #expect(decoder.flushDelay == .seconds(3))
        #expect(decoder.decode("two\r\u{1B}[201~\r".utf8) == [.paste("two\n"), .named(.enter)])
    }

    @Test("A paste without an end doesn't lock the keyboard for ever")
    func missingEnd() {
        var decoder = KeyDecoder()
        #expect(decoder.decode("\u{1B}[200~one".utf8) == [])
        #expect(decoder.flush() == [.paste("one")])
        #expect(decoder.flush() == [])
        #expect(decoder.decode("\r".utf8) == [.named(.enter)])
    }

    @Test("A letter cut by the stall of a paste stays whole")
    func stalledLetter() {
        var decoder = KeyDecoder()
        let letter = Array("한".utf8)
        #expect(decoder.decode(Array("\u{1B}[200~a".utf8) + letter[..<2]) == [])
        #expect(decoder.flush() == [.paste("a")])
        #expect(decoder.decode(letter[2...] + Array("\u{1B}[201~".utf8)) == [.paste("한")])
    }

    @Test("A huge paste comes in chunks that lose nothing")
    func hugePaste() {
        let text = String(repeating: "가나다 abc\n", count: 20_000)
        var decoder = KeyDecoder()
        let keys = decoder.decode(Array("\u{1B}[200~\(text)\u{1B}[201~".utf8))
        let chunks = keys.map { key in if case .paste(let part) = key { part } else { "?" } }
        #expect(chunks.count > 1)
        #expect(chunks.allSatisfy { $0.utf8.count <= PasteCollector.chunkSize + 4 })
        #expect(chunks.joined() == text)
    }

    @Test("Endless sequences are swallowed in bounded memory", arguments: ["\u{1B}[", "\u{1B}]", "\u{1B}P", "\u{1B}O"])
    func endless(introducer: String) {
        var decoder = KeyDecoder()
        _ = decoder.decode(introducer.utf8)
        var keys: [Key] = []
        for _ in 0..<1000 { keys += decoder.decode("1111111111".utf8) }
        keys += decoder.flush()
        guard keys.count == 1, case .unknown(let bytes) = keys[0] else { return #expect(Bool(false), "\(keys)") }
        #expect(bytes.count <= KeyDecoder.maximumSequenceLength + 2)
    }

    @Test("Garbage gives the same keys however it is cut")
    func garbage() {
        var state: UInt64 = 1
        func random(_ bound: UInt64) -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (state >> 33) % bound
        }
        let alphabet = Array("\u{1B}\u{1B}[[O]P\\200~201~;:<?$^MIuA\r\u{7}한".utf8) + [0x80, 0xFF, 0xED]
        for _ in 0..<300 {
            let bytes = (0..<200).map { _ in alphabet[Int(random(UInt64(alphabet.count)))] }
            var whole = KeyDecoder()
            let expected = whole.decode(bytes)
            var cut = KeyDecoder()
            var keys: [Key] = []
            var start = 0
            while start < bytes.count {
                let end = min(bytes.count, start + 1 + Int(random(7)))
                keys += cut.decode(bytes[start..<end])
                start = end
            }
            #expect(keys == expected)
            #expect(cut.flush() == whole.flush())
        }
    }
}
