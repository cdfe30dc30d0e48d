import Community
import Testing

@testable import CommunityServer

@Suite("LiveRegistry: whose connections there are")
struct LiveRegistryTests {
    private func member(_ id: Int64, session: String = "s") -> LiveMember {
        LiveMember(memberID: id, name: "", sessionID: session, expiresAt: Timestamp(milliseconds: 0))
    }

    @Test("events go to the connections that want them, of the members that are to get them")
    func subscribers() {
        let registry = LiveRegistry()
        for (connection, id) in [(1, 10), (2, 10), (3, 20)] as [(UInt64, Int64)] {
            #expect(registry.add(connection, of: member(id), since: 0))
            registry.set(connection, of: id, wantsEvents: connection != 2)
        }
        #expect(registry.subscribers(of: [10, 30]).connections == [1])
        #expect(registry.subscribers(of: [10, 20]).connections.sorted() == [1, 3])
        registry.remove(1, of: 10)
        registry.remove(2, of: 10)
        registry.remove(3, of: 20)
        #expect(registry.isEmpty)
    }

    @Test("a session's end finds its own connections, a member's all of theirs")
    func ends() {
        let registry = LiveRegistry()
        _ = registry.add(1, of: member(10, session: "a"), since: 0)
        _ = registry.add(2, of: member(10, session: "b"), since: 0)
        #expect(registry.end(memberID: 10, sessionID: "a") == [1])
        #expect(registry.end(memberID: 10, sessionID: nil).sorted() == [1, 2])
        #expect(registry.end(memberID: 11, sessionID: nil).isEmpty)
    }

    @Test("a sign-in that was under way when its session ended comes to nothing")
    func endedMeanwhile() {
        let registry = LiveRegistry()
        let mark = registry.endMark
        _ = registry.end(memberID: 10, sessionID: "a")
        #expect(!registry.add(1, of: member(10, session: "a"), since: mark))
        #expect(registry.add(2, of: member(10, session: "b"), since: mark))
        #expect(registry.add(3, of: member(11, session: "a"), since: mark))
        #expect(registry.add(4, of: member(10, session: "a"), since: registry.endMark))
        _ = registry.end(memberID: 10, sessionID: nil)
        #expect(!registry.add(5, of: member(10, session: "b"), since: mark))
        for _ in 0..<1000 { _ = registry.end(memberID: 99, sessionID: nil) }
        #expect(!registry.add(6, of: member(12), since: mark))
    }

    @Test("a listener gets its member's events until it stops listening")
    func listeners() async {
        let registry = LiveRegistry()
        let stream = registry.events(of: 7)
        let listener = Task { await stream.first { _ in true } }
        for continuation in registry.subscribers(of: [7]).listeners {
            continuation.yield(LiveEvent(eventId: "e", payload: .unknown(type: "x")))
        }
        #expect(await listener.value?.eventId == "e")
    }
}
