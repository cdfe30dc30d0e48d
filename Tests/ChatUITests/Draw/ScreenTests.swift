import Chat
import Terminal
import Testing

@testable import ChatUI

@Suite("The screen")
struct ScreenTests {
    private func talk(width: Int, height: Int) -> ChatScript {
        var chat = ChatScript(width: width, height: height, joined: ["/topic/general", "/topic/random", "/queue/ops"])
        chat.connect()
        chat.receive(
            .messages(
                threadID: "/topic/general",
                [
                    ChatScript.message("hello", minute: -1440),
                    ChatScript.message("안녕하세요, 여러분! 👋 오늘은 새 서버를 시험해 보는 날입니다.", from: "민수"),
                    ChatScript.message("yes\nit works\n  indented", minute: 1),
                    ChatScript.message("and again", minute: 2),
                    ChatScript.own("sending this", .sending, minute: 3, id: "o1"),
                    ChatScript.own("sent that", .delivered, minute: 3, id: "o2"),
                    ChatScript.own("no luck", .failed(reason: "there is no connection"), minute: 4, id: "o3"),
                    ChatScript.message("nobody said this", from: nil, minute: 5),
                ]
            ),
            .messages(threadID: "/topic/random", [ChatScript.message("x"), ChatScript.message("y")])
        )
        chat.type("초안 a")
        return chat
    }

    @Test("shows threads, messages, state and composer at 80 by 24")
    func usualSize() {
        let chat = talk(width: 80, height: 24)
        let expected = """
            bobbin           │/topic/general
            ▸ general        │
              random        2│
              /queue/ops     │
                             │
                             │
                             │
                             │── Sun 29 Nov 2026 ───────────────────────────────────────────
                             │12:00 alice       hello
                             │── Mon 30 Nov 2026 ───────────────────────────────────────────
                             │12:00 민수        안녕하세요, 여러분! 👋 오늘은 새 서버를 시험
                             │                  해 보는 날입니다.
                             │12:01 alice       yes
                             │                  it works
                             │                    indented
                             │12:02             and again
                             │12:03 me        … sending this
                             │                  sent that
                             │12:04           ! no luck
                             │                  not delivered: there is no connection;
                             │                  /retry sends it again, /takeback edits it
                             │12:05             nobody said this
             connected to RabbitMQ 3.10.8                             F1 help  Ctrl-C clear
            > 초안 a

            """
        #expect(chat.screen == expected)
        #expect(chat.canvas.cursor?.column == 8)
        #expect(chat.canvas.cursor?.row == 23)
    }

    @Test("hides the list and puts names above texts at 40 by 10")
    func narrow() {
        let expected = """
            general                     2 unread 1/3
            ! no luck
              not delivered: there is no connection;
              /retry sends it again, /takeback edits
              it
            12:05
              nobody said this
             connected to RabbitMQ 3.10.8
            > 초안 a

            """
        let chat = talk(width: 40, height: 9)
        #expect(chat.screen == expected)
    }

    @Test("gives a large screen's room to names and texts at 200 by 60")
    func large() {
        let chat = talk(width: 200, height: 60)
        let rows = chat.canvas.rows
        #expect(rows[59] == "> 초안 a")
        #expect(rows[58].hasSuffix("F1 help  Ctrl-C clear"))
        let line = "│12:00 민수            안녕하세요, 여러분! 👋 오늘은 새 서버를 시험해 보는 날입니다."
        #expect(rows.contains { $0.hasSuffix(line) })
    }

    @Test("keeps composer, state and the newest words at 20 by 5")
    func tiny() {
        let expected = """
              /takeback edits it
            12:05
              nobody said this
             connected to Rabbi…
            > 초안 a

            """
        let chat = talk(width: 20, height: 5)
        #expect(chat.screen == expected)
    }

    @Test("says what to do when there is no thread, and why there is no connection")
    func firstFailure() {
        var chat = ChatScript(width: 80, height: 8)
        let reason =
            "can't reach 127.0.0.1:15674: connection refused; is the server running? (RabbitMQ: Scripts/rabbitmq start)"
        chat.receive(.connection(.waiting(reason: reason, seconds: 4)))
        #expect(chat.screen.contains("No thread yet. Type /join DESTINATION"))
        #expect(chat.screen.contains("offline: can't reach 127.0.0.1:15674: connection refused"))
        #expect(chat.canvas.rows[6].hasSuffix("…; trying again in 4 s"))
        chat.perform(.time(Moment(wall: ChatScript.noon, uptime: 2500)))
        #expect(chat.screen.contains("trying again in 3 s"))
        chat.receive(.connection(.offline(reason: "the server refused the credentials")))
        #expect(chat.screen.contains("offline: the server refused the credentials"))
    }

    @Test("shows a reason whole on two rows where there is room")
    func longReason() {
        var chat = ChatScript(width: 60, height: 20)
        chat.receive(.connection(.offline(reason: String(repeating: "word ", count: 16) + "last")))
        #expect(chat.canvas.rows[18].contains("last"))
        #expect(chat.canvas.rows[17].contains("offline"))
    }

    @Test("keeps a warning in sight, also beside a notice")
    func warning() {
        var chat = ChatScript(joined: ["/topic/a"])
        chat.receive(.connection(.connected(server: "X", warning: "certificates are not checked")))
        #expect(chat.canvas.rows[22].contains("connected to X — certificates are not checked"))
        chat.receive(.notice("something happened"))
        #expect(chat.canvas.rows[22].contains("certificates are not checked | something happened"))
    }

    @Test("tells what Ctrl-C does now")
    func interruptHint() {
        var chat = ChatScript(joined: ["/topic/a"])
        #expect(chat.canvas.rows[22].hasSuffix("F1 help  Ctrl-C quit"))
        chat.type("x")
        #expect(chat.canvas.rows[22].hasSuffix("F1 help  Ctrl-C clear"))
    }

    @Test("marks where messages may be missing after a lost connection, but not before the first")
    func gap() {
        var chat = ChatScript(joined: ["/topic/a"])
        chat.receive(.connection(.waiting(reason: "refused", seconds: 1)))
        chat.connect()
        #expect(!chat.screen.contains("missing"))
        chat.receive(.connection(.waiting(reason: "lost", seconds: 1)), .connection(.connecting))
        chat.connect()
        #expect(chat.screen.contains("── messages may be missing here ──"))
    }

    @Test("marks nothing missing in a thread that the server has ended")
    func noGapAfterTheEnd() {
        var chat = ChatScript(joined: ["/topic/a"])
        chat.connect()
        chat.receive(.left(threadID: "/topic/a", reason: "no such destination"))
        chat.receive(.connection(.waiting(reason: "lost", seconds: 1)))
        chat.connect()
        #expect(chat.screen.contains("no such destination"))
        #expect(!chat.screen.contains("missing"))
    }

    @Test("marks the first message that came while another thread was shown")
    func newMark() {
        var chat = ChatScript(joined: ["/topic/a", "/topic/b"])
        chat.receive(.messages(threadID: "/topic/b", [ChatScript.message("seen later")]))
        #expect(chat.state.here.threads[1].unread == 1)
        chat.press(.control("n"))
        #expect(chat.screen.contains("── new ──"))
        #expect(chat.state.here.threads[1].unread == 0)
        chat.press(.control("n"), .control("n"))
        #expect(!chat.screen.contains("── new ──"))
    }

    @Test("draws a composer that grows to a third of the screen and keeps its cursor in sight")
    func growingComposer() {
        var chat = ChatScript(width: 80, height: 24, joined: ["/topic/a"])
        for line in 1...12 {
            chat.type("line \(line)")
            chat.press(.named(.enter, .alt))
        }
        chat.type("end")
        let rows = chat.canvas.rows
        #expect(rows[16].hasPrefix("^ line 6"))
        #expect(rows[23] == "  end")
        #expect(chat.canvas.cursor?.row == 23)
        #expect(chat.canvas.cursor?.column == 5)
    }

    @Test("gives each sender one colour of its own, the same on every run")
    func colours() {
        #expect(Theme.sender("alice") == Theme.sender("alice"))
        #expect(Theme.sender("alice") != Theme.sender("bob"))
        #expect(Theme.sender("alice").foreground == .palette(29))
    }
}
