import ChatUI
import Terminal
import Testing

@testable import bobbin

@Suite("The screen's settings")
struct ScreenSettingsTests {
    @Test("are read with everything they can hold")
    func everything() {
        let configuration = ConfigurationTests.read(
            """
            {screen: {
              mouse: false, background: "light", colors: "true",
              theme: {unread: "bold #ff8700", statusBad: "white on red", senders: ["red", "#00ff00", "33"]},
              layout: {list: 24, listFrom: 80, composerShare: 2},
              emoji: "text", markdown: false, links: false, members: true,
            }}
            """
        )
        #expect(configuration.complaints() == [])
        let screen = configuration.screen
        #expect(!screen.usesMouse)
        #expect(screen.shade == .light)
        #expect(screen.colors == .full)
        #expect(screen.theme.looks[.unread] == Style(foreground: .rgb(255, 135, 0), attributes: .bold))
        #expect(screen.theme.looks[.statusBad] == Style(foreground: .palette(7), background: .palette(1)))
        #expect(screen.theme.senders == [.palette(1), .rgb(0, 255, 0), .palette(33)])
        #expect(screen.layout.sidebarWidth == 24)
        #expect(screen.layout.sidebarFrom == 80)
        #expect(screen.layout.composerShare == 2)
        #expect(
            screen.reading
                == ReadingSettings(emoji: .text, drawsMarkdown: false, tellsLinks: false, showsMembers: true)
        )
    }

    @Test("that can't be used are named with their lines, and the rest holds")
    func faults() {
        let configuration = ConfigurationTests.read(
            """
            {screen: {
              background: "grey",
              theme: {
                unread: "bold pink",
                foot: "red",
              },
              layout: {list: 500},
              mouse: false,
            }}
            """
        )
        let complaints = configuration.complaints().map { String($0.prefix(60)) }
        #expect(complaints.count == 4)
        #expect(complaints[0].hasPrefix("config.json5:2: screen.background: must be \"auto\""))
        #expect(complaints[1].hasPrefix("config.json5:4: screen.theme.unread: \"pink\" is no looks"))
        #expect(complaints[2].hasPrefix("config.json5:5: screen.theme.foot: unknown key"))
        #expect(complaints[3].hasPrefix("config.json5:7: screen.layout.list: must be a whole number"))
        #expect(!configuration.screen.usesMouse)
    }
}
