import Terminal
import Testing

@testable import ChatUI

@Suite("The theme")
struct ThemeTests {
    private func painted(_ style: Style, _ settings: ThemeSettings = ThemeSettings(), _ shade: Shade? = nil) -> Style {
        var canvas = Canvas(width: 2, height: 1)
        canvas.put("x", column: 1, row: 0, style: style)
        ThemePaint(settings, shade: shade).paint(&canvas)
        #expect(canvas.style(column: 0, row: 0) == .plain)
        return canvas.style(column: 1, row: 0)
    }

    @Test(
        "reads looks from words",
        arguments: [
            (
                "bold #ffaf00 on 236 ",
                Style(foreground: .rgb(255, 175, 0), background: .palette(236), attributes: .bold)
            ),
            ("bright-red underline dim", Style(foreground: .palette(9), attributes: [.underline, .dim])),
            ("on white", Style(background: .palette(7))),
            ("plain", Style()),
            ("default on default italic reverse", Style(attributes: [.italic, .reverse])),
        ]
    )
    func looks(text: String, style: Style) throws {
        #expect(try Style(looks: text) == style)
    }

    @Test(
        "names the word that is no looks",
        arguments: [
            ("bold pink", "pink"), ("#12345", "#12345"), ("256", "256"), ("red on", "on"), ("on on red", "on"),
            ("on bold", "bold"), ("#ggaaff", "#ggaaff"),
        ]
    )
    func faults(text: String, word: String) {
        #expect(throws: LooksFault(word: word)) { try Style(looks: text) }
    }

    @Test("leaves everything as it is where nothing is known and nothing asked for")
    func untouched() {
        #expect(painted(Theme.unread) == Theme.unread)
        #expect(painted(Theme.sender("ann")) == Theme.sender("ann"))
    }

    @Test("gives parts the looks that are asked for, and leaves what a cell has beyond them")
    func chosen() {
        var settings = ThemeSettings()
        settings.looks[.unread] = Style(foreground: .rgb(1, 2, 3), background: .palette(4), attributes: .italic)
        var marked = Theme.unread
        marked.attributes.insert(.reverse)
        let style = painted(marked, settings)
        #expect(style.foreground == .rgb(1, 2, 3))
        #expect(style.background == .palette(4))
        #expect(style.attributes == [.italic, .reverse])
        #expect(painted(Theme.failed, settings) == Theme.failed)
    }

    @Test("takes brighter colours on dark and darker ones on light, other names' among them")
    func shades() {
        #expect(painted(Theme.unread, ThemeSettings(), .dark).foreground == .palette(75))
        #expect(painted(Theme.unread, ThemeSettings(), .light).foreground == .palette(26))
        let name = Theme.sender("ann")
        let colors = [Shade.dark, .light].map { painted(name, ThemeSettings(), $0).foreground }
        #expect(Set(colors + [name.foreground]).count == 3)
        #expect(painted(Theme.plain, ThemeSettings(), .dark) == .plain)
    }

    @Test("gives names the colours that are asked for")
    func senders() {
        var settings = ThemeSettings()
        settings.senders = [.palette(5), .rgb(9, 9, 9)]
        let colors = Set(
            ["ann", "bob", "kim", "lee", "zoe"].map { painted(Theme.sender($0), settings, .dark).foreground }
        )
        #expect(colors == [.palette(5), .rgb(9, 9, 9)])
    }

    @Test("follows the terminal's background, unless the settings say what it is")
    func followed() {
        var state = ChatState(width: 20, height: 5)
        _ = update(&state, .key(.shade(.dark)))
        #expect(state.paint == ThemePaint(ThemeSettings(), shade: .dark))
        var settings = ScreenSettings()
        settings.shade = .light
        state = ChatState(settings: settings, width: 20, height: 5)
        _ = update(&state, .key(.shade(.dark)))
        #expect(state.paint == ThemePaint(ThemeSettings(), shade: .light))
    }
}
