import Community
import TestSupport
import Testing
import Transport

@testable import CommunityServer

@Suite("BotCompany: bots at work", .timeLimit(.minutes(10)))
struct BotCompanyTests {
    @Test("a bot that is spoken to types, waits, and replies by the commands of anybody")
    func answers() async throws {
        let clock = ManualClock()
        let registry = LiveRegistry()
        let recorder = CommandRecorder()
        let bot = LiveMember(memberID: 11, name: "teabot", sessionID: "", expiresAt: Timestamp(milliseconds: 0))
        let company = BotCompany(
            [bot],
            events: registry.events,
            surroundings: BotSurroundings(
                commands: recorder,
                threads: { _ in [1] },
                hasListeners: { true },
                clock: clock,
                now: { .zero },
                chance: { 0 },
                identifier: { SessionScript.commandID }
            )
        )
        // Its own remark is due later than the answer.
        try await clock.timer(at: .milliseconds(18_750))
        let message = WireMessage(
            messageId: "100",
            threadId: "1",
            senderId: "5",
            senderName: "Mina",
            content: "@teabot hello",
            createdAt: Timestamp(milliseconds: 0)
        )
        for listener in registry.subscribers(of: [11]).listeners {
            listener.yield(LiveEvent(eventId: "e", payload: .messageCreated(MessageCreated(message: message))))
        }
        try await clock.timer(at: .milliseconds(700))
        #expect(recorder.actions == [.typing])
        clock.advance(by: .milliseconds(700))
        let said = await recorder.sent()
        #expect(recorder.actions == [.typing, .read, .send])
        #expect(said.replyToId == "100")
        #expect(said.content.contains("Mina"))
        clock.advance(by: .seconds(20))
        let remark = await recorder.sent()
        #expect(remark.replyToId == nil)
        await company.stop()
        #expect(registry.subscribers(of: [11]).listeners.isEmpty)
    }
}

/// Commands that only get written down.
private final class CommandRecorder: LiveCommands {
    private let commands = Locked<[(CommandDestination.Action, [UInt8])]>([])
    private let messages = AsyncStream.makeStream(of: SendMessageBody.self)

    var actions: [CommandDestination.Action] { commands.withLock { $0.map(\.0) } }

    /// The next message that is sent.
    func sent() async -> SendMessageBody {
        for await message in messages.stream { return message }
        return SendMessageBody(clientMessageId: "", content: "")
    }

    func member(token: String?) async throws(ConnectRefused) -> LiveMember { SessionScript.member }

    func perform(
        _ command: CommandDestination,
        commandID: String,
        body: [UInt8],
        by member: LiveMember
    ) async throws(CommandRefusal) {
        commands.withLock { $0.append((command.action, body)) }
        guard command.action == .send, let read = try? WireJSON.read(SendMessageBody.self, from: body) else { return }
        messages.continuation.yield(read.value)
    }
}
