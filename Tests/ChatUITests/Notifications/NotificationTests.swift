import Chat
import Terminal
import Testing

@testable import ChatUI

@Suite("Notifications")
struct NotificationTests {
    private static let name = ThreadName(community: "c", thread: "1")

    /// A chat in a community, in thread 1, with a second one beside it, whose terminal has no focus.
    private func chat(_ change: (inout NotificationSettings) -> Void = { _ in }) -> ChatState {
        var settings = ScreenSettings()
        change(&settings.notifications)
        var state = ChatState(zone: .utc, settings: settings, width: 80, height: 24)
        _ = update(&state, .connected(community: "c", title: "Club", isShown: true))
        let direct = {
            var thread = ChatThread(id: "2", title: "Ann")
            thread.isDirect = true
            return thread
        }()
        let updates: [ChatUpdate] = [
            .capabilities([.community]), .connection(.connected(server: "x", warning: nil)),
            .threads([ChatThread(id: "1", title: "Tea"), direct]),
        ]
        _ = update(&state, .updates(updates, community: "c"))
        _ = update(&state, .line("/join Tea"))
        _ = update(&state, .key(.focus(false)))
        return state
    }

    private func message(_ id: String, _ text: String = "hello", mentions: Bool = false) -> ChatMessage {
        var message = ChatMessage(id: id, sender: "ann", text: text, time: 0)
        message.serverID = id
        message.mentionsMe = mentions
        return message
    }

    private func alerts(
        _ state: inout ChatState,
        _ messages: ChatMessage...,
        in thread: String = "1",
        isLive: Bool = true
    ) -> [ChatAlert] {
        let change = TimelineChange.appended(messages.map { .message($0) }, isLive: isLive)
        return update(&state, .updates([.timeline(threadID: thread, change)], community: "c")).compactMap {
            if case .alert(let alert) = $0 { alert } else { nil }
        }
    }

    @Test("tell of mentions, direct messages and watched threads, and of nothing else")
    func reasons() {
        var state = chat()
        #expect(alerts(&state, message("1")).isEmpty)
        #expect(alerts(&state, message("2", mentions: true)).map(\.reason) == [.mention])
        #expect(alerts(&state, message("3"), in: "2").map(\.reason) == [.direct])
        state = chat()
        _ = update(&state, .line("/watch"))
        #expect(alerts(&state, message("4")).map(\.reason) == [.watched])
        _ = update(&state, .line("/watch off"))
        state = chat { $0.watched = ["tea"] }
        #expect(alerts(&state, message("5")).map(\.reason) == [.watched])
        _ = update(&state, .line("/watch off"))
        #expect(alerts(&state, message("6")).isEmpty)
    }

    @Test("tell of threads, too, whose history nobody has asked for")
    func unopened() {
        var state = chat()
        let heard = ChatUpdate.heard(threadID: "2", message("7"))
        let effects = update(&state, .updates([heard], community: "c"))
        let told = effects.compactMap { if case .alert(let alert) = $0 { alert.reason } else { nil } }
        #expect(told == [.direct])
    }

    @Test("tell nothing of history, of one's own, of what is muted, and of whom one has blocked")
    func silence() {
        var state = chat()
        #expect(alerts(&state, message("1", mentions: true), isLive: false).isEmpty)
        var own = message("2", mentions: true)
        own.isOwn = true
        var blocked = message("3", mentions: true)
        blocked.isBlocked = true
        #expect(alerts(&state, own, blocked).isEmpty)
        var muted = ChatThread(id: "1", title: "Tea")
        muted.isMuted = true
        _ = update(&state, .updates([.thread(muted)], community: "c"))
        #expect(alerts(&state, message("4", mentions: true)).isEmpty)
    }

    @Test("come only while the terminal has no focus, as far as the settings want that")
    func focus() {
        var state = chat()
        _ = update(&state, .key(.focus(true)))
        #expect(alerts(&state, message("1"), in: "2").isEmpty)
        for (moment, expected) in [(NotificationSettings.Moment.unfocused, 0), (.unknown, 1), (.always, 1)] {
            var state = chat { $0.moment = moment }
            state.hasFocus = nil
            #expect(alerts(&state, message("1"), in: "2").count == expected)
        }
        state = chat { $0.moment = .always }
        _ = update(&state, .key(.focus(true)))
        #expect(alerts(&state, message("1", mentions: true)).isEmpty, "it is being read")
        #expect(alerts(&state, message("2"), in: "2").count == 1)
    }

    @Test("come neither in quiet hours nor when nothing is to disturb")
    func quiet() throws {
        let hours = try #require(QuietHours("22:00-07:30"))
        #expect([0, 449, 1320, 1439].allSatisfy(hours.contains) && ![450, 1319].contains(where: hours.contains))
        #expect(QuietHours("09:00-17:00")?.contains(minute: 600) == true)
        for text in ["", "22-7", "24:00-01:00", "10:00-10:00", "1:60-2:00", "a:b-c:d", "10:00"] {
            #expect(QuietHours(text) == nil)
        }
        var state = chat { $0.quietHours = hours }
        _ = update(&state, .time(Moment(wall: 23 * 3_600_000, uptime: 1)))
        #expect(alerts(&state, message("1", mentions: true)).isEmpty)
        _ = update(&state, .time(Moment(wall: 12 * 3_600_000, uptime: 2)))
        #expect(alerts(&state, message("2", mentions: true)).count == 1)
        state = chat()
        _ = update(&state, .line("/dnd on"))
        #expect(alerts(&state, message("3", mentions: true)).isEmpty)
        _ = update(&state, .line("/dnd"))
        #expect(alerts(&state, message("4", mentions: true)).count == 1)
    }

    @Test("are few: one a thread in ten seconds, and of a storm five")
    func rate() {
        var desk = NotificationDesk()
        #expect(desk.raise(Self.name, at: 0)?.others == 0)
        #expect(desk.raise(Self.name, at: 5000) == nil && desk.raise(Self.name, at: 9999) == nil)
        #expect(desk.raise(Self.name, at: 10_000)?.others == 2)
        let raised = (0..<20).filter { desk.raise(ThreadName(community: "c", thread: "t\($0)"), at: 10_001) != nil }
        #expect(raised.count == NotificationDesk.burst.count - 2)
        #expect(desk.raise(ThreadName(community: "c", thread: "later"), at: 60_000) != nil)
    }

    @Test("are taken away once they are read")
    func withdrawn() {
        var state = chat()
        let raised = alerts(&state, message("1"), in: "2")
        var thread = ChatThread(id: "2", title: "Ann")
        thread.isDirect = true
        thread.unreadCount = 1
        let still = update(&state, .updates([.thread(thread)], community: "c"))
        #expect(!still.contains { if case .withdrawAlert = $0 { true } else { false } })
        thread.unreadCount = 0
        let effects = update(&state, .updates([.thread(thread)], community: "c"))
        #expect(effects.contains(.withdrawAlert(raised[0].id)))
        let mention = alerts(&state, message("2", mentions: true))
        #expect(update(&state, .key(.focus(true))).contains(.withdrawAlert(mention[0].id)))
    }

    @Test("are taken away by a key in their thread where the terminal tells nothing of its focus")
    func withdrawnWithoutFocus() {
        var state = chat { $0.moment = .unknown }
        state.hasFocus = nil
        let raised = alerts(&state, message("1", mentions: true))
        #expect(raised.count == 1)
        #expect(!update(&state, .drawn).contains(.withdrawAlert(raised[0].id)))
        #expect(update(&state, .key(.character("x"))).contains(.withdrawAlert(raised[0].id)))
        let other = alerts(&state, message("2"), in: "2")
        #expect(!update(&state, .key(.character("x"))).contains(.withdrawAlert(other[0].id)))
    }

    @Test("tell nothing of what was missed and caught up with")
    func missed() {
        var state = chat()
        var missed = message("1", mentions: true)
        missed.isMissed = true
        #expect(alerts(&state, missed).isEmpty)
        let messages = ChatUpdate.messages(threadID: "1", [missed])
        let effects = update(&state, .updates([messages], community: "c"))
        #expect(!effects.contains { if case .alert = $0 { true } else { false } })
    }

    @Test("hold nothing that a terminal would obey, and nothing at all where content is hidden")
    func contents() throws {
        let hostile = "a\u{1B}]0;x\u{7}b\u{9B}31m\u{202E};c"
        var state = chat()
        let alert = try #require(alerts(&state, message("1", hostile, mentions: true)).first)
        let text = try #require(alert.text).text
        #expect(
            !text.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) || $0 == "\u{202E}" }
        )
        let json = String(decoding: try AlertProgram.json(alert), as: UTF8.self)
        #expect(json.contains("\"kind\":\"mention\"") && json.contains("\"sender\":\"ann\"") && json.hasSuffix("\n"))
        state = chat { $0.hidesContent = true }
        let hidden = try #require(alerts(&state, message("2", "secret", mentions: true)).first)
        let hiddenJSON = String(decoding: try AlertProgram.json(hidden), as: UTF8.self)
        #expect(hidden.sender == nil && hidden.text == nil)
        #expect(!hiddenJSON.contains("secret") && !hiddenJSON.contains("ann") && !hiddenJSON.contains("Tea"))
        #expect(!"\(hidden.terminalAlert)".contains("ann"))
    }
}
