import Foundation
import Terminal
import Testing

@testable import ChatUI

@Suite("Few colours")
struct FewColorsTests {
    /// The sixteen of xterm and of the Linux console, of which most terminals' own are near.
    private static let palettes: [[(Double, Double, Double)]] = [
        [
            (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205),
            (229, 229, 229), (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255), (255, 0, 255),
            (0, 255, 255), (255, 255, 255),
        ],
        [
            (0, 0, 0), (170, 0, 0), (0, 170, 0), (170, 85, 0), (0, 0, 170), (170, 0, 170), (0, 170, 170),
            (170, 170, 170), (85, 85, 85), (255, 85, 85), (85, 255, 85), (255, 255, 85), (85, 85, 255),
            (255, 85, 255), (85, 255, 255), (255, 255, 255),
        ],
    ]

    @Test("can be read on every ground that they may stand on", arguments: [8, 16], [nil, Shade.dark, .light])
    func contrast(count: Int, shade: Shade?) {
        var colors = Set<UInt8>()
        let paint = ThemePaint(ThemeSettings(), shade: shade, colorCount: count)
        let parts = ThemePart.allCases.map(Theme.style(of:)).filter { !$0.attributes.contains(.reverse) }
        let names = (0..<500).map { Theme.sender("name \($0)") }
        for style in parts + names {
            var canvas = Canvas(width: 1, height: 1)
            canvas.put("x", column: 0, row: 0, style: style)
            paint.paint(&canvas)
            if case .palette(let index) = canvas.style(column: 0, row: 0).foreground { colors.insert(index) }
        }
        #expect(colors.count >= 4)
        for color in colors {
            // Bold letters of eight colours are bright ones, or stay as they are.
            let shown = count == 8 && color >= 8 ? [color, color - 8] : [color]
            for number in shown {
                for palette in FewColorsTests.palettes {
                    let light = luminance(palette[Int(number)])
                    if shade != .light { #expect((light + 0.05) / 0.05 >= 2.5, "\(number) on black") }
                    if shade != .dark { #expect(1.05 / (light + 0.05) >= 2.5, "\(number) on white") }
                }
            }
        }
    }

    @Test("are no matter where there are more, or none", arguments: [nil, 0, 1, 256])
    func many(count: Int?) {
        #expect(ThemePaint(shade: .dark, colorCount: count) == ThemePaint(shade: .dark))
    }

    @Test("leave the settings their say")
    func settings() {
        var settings = ThemeSettings()
        settings.senders = [.palette(7)]
        settings.looks[.unread] = Style(foreground: .palette(2))
        var canvas = Canvas(width: 2, height: 1)
        canvas.put("a", column: 0, row: 0, style: Theme.sender("ann"))
        canvas.put("b", column: 1, row: 0, style: Theme.unread)
        ThemePaint(settings, shade: .dark, colorCount: 8).paint(&canvas)
        #expect(canvas.style(column: 0, row: 0).foreground == .palette(7))
        #expect(canvas.style(column: 1, row: 0).foreground == .palette(2))
    }

    private func luminance(_ color: (Double, Double, Double)) -> Double {
        func linear(_ level: Double) -> Double {
            let value = level / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(color.0) + 0.7152 * linear(color.1) + 0.0722 * linear(color.2)
    }
}
