import Chat
import Terminal
import Testing

@testable import ChatUI

@Suite("An update")
struct UpdateTests {
    @Test("sends what was written and empties the composer")
    func send() {
        var chat = ChatScript(joined: ["/topic/a"])
        chat.submit("hello")
        chat.submit("   ")
        #expect(chat.requests == [.send(Draft("hello"), threadID: "/topic/a")])
        #expect(chat.state.composer.text == "   ")
        chat.press(.named(.up))
        #expect(chat.state.composer.text == "hello")
    }

    @Test("never sends a paste, whatever it holds")
    func paste() {
        var chat = ChatScript(joined: ["/topic/a"])
        chat.press(.paste("one\r\ntwo\n/quit\n"))
        #expect(chat.effects.isEmpty)
        #expect(chat.state.composer.text == "one\ntwo\n/quit\n")
        chat.press(.named(.enter))
        #expect(chat.requests == [.send(Draft("one\ntwo\n/quit"), threadID: "/topic/a")])
    }

    @Test("keeps a draft a thread")
    func drafts() {
        var chat = ChatScript(joined: ["/topic/a", "/topic/b"])
        chat.type("for a")
        chat.press(.alt("2"))
        chat.type("for b")
        chat.press(.named(.up, .alt))
        #expect(chat.state.composer.text == "for a")
        #expect(chat.canvas.rows[2].contains("*"))
        chat.press(.control("n"))
        #expect(chat.state.composer.text == "for b")
    }

    @Test("joins on command, shows the new thread, and goes to one that is there already")
    func join() {
        var chat = ChatScript(joined: ["/topic/a"])
        chat.submit("/join /topic/b")
        #expect(chat.requests == [.join("/topic/b")])
        chat.receive(.joined(ChatThread(destination: "/topic/b")))
        #expect(chat.state.shown?.id == "/topic/b")
        chat.submit("/join /topic/a")
        #expect(chat.effects.count == 1)
        #expect(chat.state.shown?.id == "/topic/a")
        chat.receive(.joined(ChatThread(destination: "/topic/c")))
        #expect(chat.state.shown?.id == "/topic/a")
    }

    @Test("keeps a mistaken command in the composer and says what is wrong")
    func mistake() {
        var chat = ChatScript(joined: ["/topic/a"])
        chat.submit("/jion x")
        #expect(chat.state.composer.text == "/jion x")
        #expect(chat.screen.contains("no command /jion"))
        chat.perform(.time(Moment(wall: 0, uptime: 1_000_000)))
        #expect(!chat.screen.contains("no command"))
    }

    @Test("refuses to write where there is no thread")
    func nowhere() {
        var chat = ChatScript()
        chat.submit("hello")
        #expect(chat.effects.isEmpty)
        #expect(chat.screen.contains("there is no thread to write to"))
        #expect(chat.state.composer.text == "hello")
        chat.press(.control("u"))
        chat.submit("/leave")
        #expect(chat.screen.contains("no thread to leave"))
    }

    @Test("takes a thread out when it is left, and shows another")
    func leave() {
        var chat = ChatScript(joined: ["/topic/a", "/topic/b", "/topic/c"])
        chat.press(.alt("3"))
        chat.submit("/leave")
        #expect(chat.requests == [.leave(threadID: "/topic/c")])
        chat.receive(.left(threadID: "/topic/c", reason: nil), .left(threadID: "/topic/a", reason: nil))
        #expect(chat.state.shown?.id == "/topic/b")
        chat.type("kept")
        chat.receive(.left(threadID: "/topic/b", reason: nil), .left(threadID: "/topic/b", reason: nil))
        #expect(chat.state.composer.isEmpty)
        chat.receive(.joined(ChatThread(destination: "/topic/d")), .joined(ChatThread(destination: "/topic/b")))
        #expect(chat.state.composer.isEmpty)
        chat.press(.control("n"))
        #expect(chat.state.composer.text == "kept")
    }

    @Test("keeps a thread that the server refuses, with its draft, until the user closes it")
    func refused() {
        var chat = ChatScript(joined: ["/topic/a/b"])
        chat.type("draft")
        chat.receive(.left(threadID: "/topic/a/b", reason: "the server refused /topic/a/b: Invalid destination"))
        #expect(chat.screen.contains("Invalid destination"))
        chat.press(.named(.enter))
        #expect(chat.effects.isEmpty)
        #expect(chat.state.composer.text == "draft")
        chat.press(.control("u"))
        chat.submit("/join /topic/a/b")
        #expect(chat.requests == [.join("/topic/a/b")])
        chat.submit("/leave")
        #expect(chat.state.here.threads.isEmpty)
    }

    @Test("shows how far a message has come, and tries again on request")
    func deliveries() {
        var chat = ChatScript(width: 120, joined: ["/topic/a"])
        chat.receive(.messages(threadID: "/topic/a", [ChatScript.own("hi", .sending, id: "1")]))
        #expect(chat.screen.contains("… hi"))
        chat.receive(.delivery(threadID: "/topic/a", messageID: "1", .failed(reason: "timed out")))
        #expect(chat.screen.contains("! hi"))
        #expect(chat.screen.contains("not delivered: timed out"))
        chat.submit("/retry")
        #expect(chat.requests == [.retry(messageID: "1")])
        chat.receive(.delivery(threadID: "/topic/a", messageID: "1", .delivered))
        #expect(!chat.screen.contains("!"))
        chat.submit("/retry")
        #expect(chat.effects.count == 1)
        #expect(chat.screen.contains("nothing in this thread has failed"))
    }

    @Test("counts what comes into other threads, and not what we write ourselves")
    func unread() {
        var chat = ChatScript(joined: ["/topic/a", "/topic/b", "/topic/c"])
        chat.receive(
            .messages(threadID: "/topic/c", [ChatScript.message("1"), ChatScript.own("2", .delivered)]),
            .messages(threadID: "/topic/a", [ChatScript.message("3")]),
            .messages(threadID: "/topic/unknown", [ChatScript.message("4")])
        )
        #expect(chat.state.here.threads.map(\.unread) == [0, 0, 1])
        chat.press(.alt("a"))
        #expect(chat.state.shown?.id == "/topic/c")
        #expect(chat.state.here.threads.map(\.unread) == [0, 0, 0])
        chat.press(.alt("a"))
        #expect(chat.screen.contains("nothing unread"))
        chat.press(.alt("9"))
        #expect(chat.screen.contains("there is no thread 9"))
    }

    @Test("clears with Ctrl-C, and quits with it when there is nothing to clear")
    func interrupt() {
        var chat = ChatScript(joined: ["/topic/a"])
        chat.type("text")
        chat.press(.control("c"))
        #expect(chat.state.composer.isEmpty)
        #expect(chat.effects.isEmpty)
        chat.press(.control("y"))
        #expect(chat.state.composer.text == "text")
        chat.press(.control("c"), .control("c"))
        #expect(chat.effects == [.quit])
    }

    @Test("hands on what only the front can do")
    func effects() {
        var chat = ChatScript()
        chat.press(.control("l"), .control("z"), .control("q"), .focus(true), .unknown([1]))
        #expect(chat.effects == [.redraw, .suspend, .quit])
    }

    @Test("completes a command with Tab")
    func completion() {
        var chat = ChatScript(joined: ["/topic/a"])
        chat.type("/j")
        chat.press(.named(.tab))
        #expect(chat.state.composer.text == "/join ")
        chat.press(.control("u"))
        chat.type("/")
        chat.press(.named(.tab))
        #expect(chat.screen.contains("/join  /leave  /info"))
    }

    @Test("says what went wrong with what was asked for")
    func failure() {
        var chat = ChatScript(joined: ["/topic/a"])
        chat.submit("/join bad")
        chat.receive(.failed(FailureReport(.usage, "that is no destination", remedy: "name one")))
        #expect(chat.screen.contains("that is no destination; name one"))
        chat.receive(.joined(ChatThread(destination: "bad")))
        #expect(chat.state.shown?.id == "/topic/a")
    }

    @Test("knows when the screen changes by itself: at each second of a countdown, and when a notice goes")
    func nextChange() {
        var chat = ChatScript()
        #expect(chat.state.nextChange == nil)
        chat.receive(.connection(.waiting(reason: "x", seconds: 2.5)))
        #expect(chat.state.nextChange == 1500)
        chat.perform(.time(Moment(wall: 0, uptime: 1500)))
        #expect(chat.state.nextChange == 2500)
        chat.receive(.notice("short"))
        #expect(chat.state.nextChange == 2500)
        chat.connect()
        let expiry = chat.state.nextChange
        #expect(expiry == Int64(5800))
        chat.perform(.time(Moment(wall: 0, uptime: expiry ?? 0)))
        #expect(chat.state.nextChange == nil)
        #expect(chat.state.toast == nil)
    }
}
