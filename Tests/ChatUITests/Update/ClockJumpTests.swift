import Chat
import Terminal
import Testing

@testable import ChatUI

@Suite("A clock that jumps")
struct ClockJumpTests {
    @Test(
        "is drawn as it is, and holds up nothing",
        arguments: [
            0, -1, ChatScript.noon - 400 * 86_400_000, ChatScript.noon + 3_600_000, ChatScript.noon + 4000 * 86_400_000,
            Int64.max / 4, Int64.min / 4,
        ]
    )
    func jumps(wall: Int64) {
        var chat = ChatScript.community(messages: 5)
        chat.receive(.connection(.waiting(reason: "gone", seconds: 30, since: ChatScript.noon)))
        chat.submit("/nonsense")
        chat.perform(.time(Moment(wall: wall, uptime: 2000)))
        #expect(chat.screen.contains("no command /nonsense"))
        #expect(chat.state.nextChange.map { $0 > 2000 } == true)
        // What was said goes by the clock that never jumps.
        chat.perform(.time(Moment(wall: wall, uptime: 40_000)))
        #expect(!chat.screen.contains("no command /nonsense"))
        chat.arrive(ChatScript.item(6))
        #expect(chat.screen.contains("text 6") && chat.screen.contains("trying again in 0 s"))
        chat.perform(.time(Moment(wall: ChatScript.noon, uptime: 41_000)))
        #expect(chat.screen.contains("text 6"))
    }
}
