import Chat
import Terminal
import Testing

@testable import ChatUI

@Suite("The words for a connection")
struct LinkTextTests {
    private static let refused = "can't reach example: connection refused"

    @Test("say since when it is away, why, and when the next attempt is, while it tries too")
    func offline() {
        var chat = ChatScript.community(width: 100)
        let since = ChatScript.noon - 28 * 60_000
        chat.receive(.connection(.waiting(reason: Self.refused, seconds: 8, since: since)))
        #expect(chat.canvas.rows[22].contains("offline since 11:32: \(Self.refused); trying again in 8 s"))
        chat.perform(.time(Moment(wall: ChatScript.noon, uptime: 1000 + 7500)))
        #expect(chat.canvas.rows[22].contains("trying again in 1 s"))
        chat.receive(.connection(.connecting))
        #expect(chat.canvas.rows[22].contains("offline since 11:32: connecting…"))
        chat.receive(.notice("hello"))
        #expect(chat.canvas.rows[22].contains("offline since 11:32 | hello"))
        chat.perform(.time(Moment(wall: ChatScript.noon + 86_400_000, uptime: 90_000)))
        chat.receive(.connection(.offline(reason: "gave up", since: since)))
        #expect(chat.canvas.rows[22].contains("offline since 30 Nov 11:32: gave up"))
        chat.connect()
        chat.receive(.connection(.connecting))
        #expect(chat.canvas.rows[22].hasPrefix(" connecting…"))
    }

    @Test("count the messages that wait, in all threads, until they don't")
    func waiting() {
        var chat = ChatScript.community(width: 100)
        chat.receive(.connection(.waiting(reason: Self.refused, seconds: 8, since: ChatScript.noon)))
        chat.arrive(ChatScript.own("one", .waiting, id: "a"))
        #expect(chat.canvas.rows[22].contains("offline since 12:00 (1 message waits): can't"))
        chat.arrive(ChatScript.own("two", .waiting, id: "b"), thread: "2")
        chat.arrive(ChatScript.own("three", .waiting, id: "c"))
        #expect(chat.canvas.rows[22].contains("(3 messages wait)"))
        #expect(chat.screen.contains("one (waiting)") && !chat.screen.contains("not delivered"))
        chat.connect()
        #expect(chat.canvas.rows[22].contains("connected to RabbitMQ 3.10.8 as me (3 messages wait)"))
        chat.receive(.delivery(threadID: "1", messageID: "a", .sending))
        chat.change(.updated(id: "b", .message(ChatScript.own("two", .delivered, id: "b"))), thread: "2")
        chat.change(.removed(id: "c"))
        #expect(!chat.canvas.rows[22].contains("wait"))
        #expect(!chat.screen.contains("(waiting)"))
    }
}
