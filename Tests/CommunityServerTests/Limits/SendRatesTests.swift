import Community
import Testing
import Transport

@testable import CommunityServer

@Suite("SendRates: how often a member may send")
struct SendRatesTests {
    private let time = Locked(Duration.zero)

    private var rates: SendRates {
        let time = time
        return SendRates { time.withLock { $0 } }
    }

    private func advance(_ duration: Duration) { time.withLock { $0 += duration } }

    @Test("20 at once, then 20 a second, each member by themselves")
    func limit() {
        let rates = rates
        #expect((0..<25).filter { _ in rates.allows(1) }.count == 20)
        #expect(rates.allows(2))
        advance(.milliseconds(49))
        #expect(!rates.allows(1))
        advance(.milliseconds(1))
        #expect(rates.allows(1))
        #expect(!rates.allows(1))
        advance(.seconds(1000))
        #expect((0..<25).filter { _ in rates.allows(1) }.count == 20)
    }

    @Test("nothing is kept of members who have been quiet")
    func forgetting() {
        let rates = rates
        for member in 0..<1024 { _ = rates.allows(Int64(member)) }
        advance(.seconds(10))
        _ = rates.allows(5000)
        #expect(rates.count == 1)
    }

    @Test("the refusal is 429, to be tried again, and names command and message")
    func refusal() async throws {
        let commands = LimitedCommands(commands: MemoryCommunity(), rates: rates)
        let member = SessionScript.member
        let command = try #require(CommandDestination("/app/community/threads/1/messages"))
        let body = try WireJSON.write(SendMessageBody(clientMessageId: "m", content: "hi"))
        for _ in 0..<20 { try await commands.perform(command, commandID: "c", body: body, by: member) }
        let refusal = await #expect(throws: CommandRefusal.self) {
            try await commands.perform(command, commandID: "c", body: body, by: member)
        }
        #expect(refusal?.body.status == 429)
        #expect(refusal?.body.retryable == true)
        #expect(refusal?.body.commandId == "c")
        #expect(refusal?.body.clientMessageId == "m")
    }
}
