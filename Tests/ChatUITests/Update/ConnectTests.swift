import Chat
import Terminal
import Testing

@testable import ChatUI

@Suite("/connect and /disconnect")
struct ConnectTests {
    @Test("undo each other without an argument")
    func back() {
        var chat = ChatScript.community()
        chat.submit("/disconnect")
        #expect(chat.effects == [.disconnect(community: ChatScript.name)])
        chat.perform(.disconnected(community: ChatScript.name))
        #expect(chat.screen.contains("bobbin is disconnected; /connect brings it back"))
        chat.perform(.time(Moment(wall: ChatScript.noon, uptime: 100_000)))
        #expect(chat.screen.contains("nothing is connected: /connect brings bobbin back"))
        chat.submit("/connect")
        #expect(chat.effects.last == .connect(profile: ChatScript.name))
        chat.perform(.connected(community: ChatScript.name, title: ChatScript.name, isShown: true))
        chat.submit("/connect")
        #expect(chat.screen.contains("/connect needs a profile: home, work"))
    }

    @Test("without an argument take the only profile that is not there, and say when there is none")
    func only() {
        var chat = ChatScript()
        chat.perform(.connected(community: "home", title: "home", isShown: false))
        chat.submit("/connect")
        #expect(chat.effects == [.connect(profile: "work")])
        chat.perform(.connected(community: "work", title: "work", isShown: false))
        chat.submit("/connect")
        #expect(chat.screen.contains("there is nothing else to connect"))
    }

    @Test("/watch is remembered by the session, which tells it at the next start")
    func watch() {
        var chat = ChatScript.community()
        chat.submit("/watch")
        #expect(chat.requests == [.watch(threadID: "1", true)])
        #expect(chat.state.notifications.isWatched(ThreadName(community: "bobbin", thread: "1"), title: ""))
        var next = ChatScript.community()
        next.receive(.watched(["1": true, "2": false]))
        #expect(next.state.notifications.isWatched(ThreadName(community: "bobbin", thread: "1"), title: ""))
        next.submit("/watch")
        #expect(next.requests == [.watch(threadID: "1", false)])
        // Another account has threads of its own.
        next.receive(.watched(["1": true]), .account(Member(id: "2", name: "somebody else")))
        #expect(!next.state.notifications.isWatched(ThreadName(community: "bobbin", thread: "1"), title: ""))
    }
}
