import Testing

@testable import Terminal

@Suite("Colours")
struct ColorTests {
    @Test(
        "are reduced to the nearest of the 256",
        arguments: [
            ((0, 0, 0), 16), ((255, 255, 255), 231), ((255, 0, 0), 196), ((0, 135, 255), 33), ((128, 128, 128), 244),
            ((8, 8, 8), 232), ((95, 95, 95), 59), ((255, 175, 0), 214),
        ]
    )
    func nearest(color: (Int, Int, Int), index: Int) {
        #expect(PaletteReduction.index(UInt8(color.0), UInt8(color.1), UInt8(color.2)) == UInt8(index))
    }

    @Test(
        "of letters are never dark blue where there are few, and those behind letters stay what they are",
        arguments: [8, 16]
    )
    func darkBlue(count: Int) {
        let bright = Style.Color.palette(12)
        for color in [Style.Color.palette(18), .palette(61), .rgb(0, 0, 135)] {
            #expect(PaletteReduction.readable(Style(foreground: color), of: count).foreground == bright)
            let selected = Style(foreground: .palette(9), background: color)
            #expect(PaletteReduction.readable(selected, of: count) == selected)
            #expect(PaletteReduction.readable(Style(foreground: color), of: 256).foreground == color)
        }
        // The terminal's own blue was somebody's wish.
        #expect(PaletteReduction.readable(Style(foreground: .palette(4)), of: count).foreground == .palette(4))
        let sequence = StyleSequence(Style(foreground: .palette(61)), colorCount: count).text
        #expect(sequence == (count == 8 ? "\u{1B}[0;1;34m" : "\u{1B}[0;94m"))
    }

    @Test("beyond the palette take its numbers, which are written as what they stand for")
    func full() {
        var colors = FullColors()
        #expect(colors.rewritten(Array("\u{1B}[38;5;16mx".utf8)) == Array("\u{1B}[38;5;16mx".utf8))
        #expect(colors.number(of: .terminalDefault) == nil)
        #expect(colors.number(of: .palette(9)) == nil)
        #expect(colors.number(of: .rgb(1, 2, 3)) == 16)
        #expect(colors.number(of: .palette(33)) == 17)
        #expect(colors.number(of: .rgb(1, 2, 3)) == 16)
        let bytes = Array("\u{1B}[1;38;5;16;48;5;17m38;5;16m\u{1B}[H\u{1B}[31m\u{1B}(B\u{1B}[38;5;200m".utf8)
        let wanted = "\u{1B}[1;38;2;1;2;3;48;5;33m38;5;16m\u{1B}[H\u{1B}[31m\u{1B}(B\u{1B}[38;5;200m"
        #expect(String(decoding: colors.rewritten(bytes), as: UTF8.self) == wanted)
    }

    @Test(
        "are what the environment says the terminal has",
        arguments: [
            (["NO_COLOR": "1", "COLORTERM": "truecolor"], ColorDepth.none),
            (["NO_COLOR": "", "COLORTERM": "truecolor"], .full),
            (["COLORTERM": "24bit"], .full),
            (["TERM": "xterm-direct"], .full),
            (["TERM": "xterm-256color"], nil),
        ] as [([String: String], ColorDepth?)]
    )
    func environment(variables: [String: String], depth: ColorDepth?) {
        #expect(ColorDepth(environment: variables) == depth)
    }

    @Test(
        "of the ground are read from COLORFGBG",
        arguments: [
            ("15;0", Shade.dark), ("0;15", .light), ("0;default;15", .light), ("7;8", .dark), ("12;7", .light),
            ("", nil),
            ("0;default", nil), ("0;16", nil),
        ] as [(String, Shade?)]
    )
    func ground(text: String, shade: Shade?) {
        #expect(Shade(colorFGBG: text) == shade)
    }
}
