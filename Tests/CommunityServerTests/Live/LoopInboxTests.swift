import Community
import Testing

@testable import CommunityServer

@Suite("LoopInbox: what waits for a loop")
struct LoopInboxTests {
    private let event = SharedEvent(LiveEvent(eventId: "1", payload: .unknown(type: "x")))

    @Test("who would miss an event is cut off instead")
    func overrun() throws {
        let event = try #require(event)
        var inbox = LoopInbox(deliveryLimit: 3)
        inbox.append(.deliver(event, to: [1, 2]))
        inbox.append(.deliver(event, to: [3, 4]))
        inbox.append(.drain)
        let messages = inbox.takeAll()
        #expect(messages.count == 3)
        guard case .cutOff(let ids) = messages.last else {
            Issue.record("nobody is cut off")
            return
        }
        #expect(ids == [3, 4])
        #expect(inbox.isEmpty)
        inbox.append(.deliver(event, to: [1, 2, 3]))
        #expect(inbox.takeAll().count == 1)
    }
}
