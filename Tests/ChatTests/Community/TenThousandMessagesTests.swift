import Community
import TestSupport
import Testing

@testable import Chat

/// The proof: two clients, one server, and a connection that is cut again and again.
@Suite("Ten thousand messages over a connection that is cut a hundred times")
struct TenThousandMessagesTests {
    private static let threads = ["1", "2", "3"]

    private func makeWorld(seed: UInt64) -> ModelWorld {
        ModelWorld(members: ["10": "Ann", "20": "Ben"], threads: Self.threads, seed: seed) { member in
            let count = Count()
            return CommunityConversation.Terms(
                url: "http://community.test",
                makeID: { "\(member)-\(count.next())" },
                timelineLimit: 100_000,
                pageSize: 50
            )
        }
    }

    @Test("all arrive at both, in the same order, once")
    func proof() {
        prove(seed: 20_261_130, messageCount: 10_000, cutCount: 100)
    }

    @Test("so do fewer, in other orders of events", arguments: UInt64(1)...6)
    func otherSeeds(seed: UInt64) {
        prove(seed: seed, messageCount: 400, cutCount: 30)
    }

    private func prove(seed: UInt64, messageCount: Int, cutCount: Int) {
        var world = makeWorld(seed: seed)
        run(&world, messageCount: messageCount, cutCount: cutCount)
        world.settle()
        for index in world.clients.indices { mend(&world, index) }
        world.settle()

        #expect(world.cutCount >= cutCount)
        let stored = world.server.messages.values.reduce(0) { $0 + $1.count }
        #expect(stored == messageCount)
        for client in world.clients {
            #expect(client.front.faults == [])
            for thread in Self.threads { check(thread, of: client, in: world) }
        }
    }

    /// Both write, read and lose their connections, until all is written.
    private func run(_ world: inout ModelWorld, messageCount: Int, cutCount: Int) {
        for index in world.clients.indices {
            world.connect(index)
            // Ann never opens the third thread: of that she knows only what is unread.
            for thread in Self.threads.dropLast(index == 0 ? 1 : 0) { world.act(index) { $0.opened(thread) } }
        }
        var written = 0
        let stretch = messageCount / cutCount
        while written < messageCount {
            world.step()
            for index in world.clients.indices where world.random.chance(60) && written < messageCount {
                guard !world.clients[index].conversation.outbox.isFull else { continue }
                let thread = Self.threads[Int.random(in: 0..<(index == 0 ? 2 : 3), using: &world.random)]
                written += 1
                let text = "message \(written)"
                world.act(index) { $0.composed(Draft(text), in: thread, at: 0) }
                if written % stretch == stretch / 2 {
                    world.cut(Int.random(in: world.clients.indices, using: &world.random))
                }
            }
            readSomething(&world)
            // A person tries again what has failed.
            for index in world.clients.indices { retryFailed(&world, index) }
        }
        // The last cuts may have found a connection that was down.
        while world.cutCount < cutCount {
            world.step()
            world.cut(Int.random(in: world.clients.indices, using: &world.random))
        }
    }

    private func readSomething(_ world: inout ModelWorld) {
        guard world.random.chance(10) else { return }
        let index = Int.random(in: world.clients.indices, using: &world.random)
        guard let thread = Self.threads.prefix(2).randomElement(using: &world.random),
            let message = world.clients[index].front.timelines[thread]?.suffix(10).first
        else { return }
        world.act(index) { $0.seen(message.id, in: thread) }
    }

    private func retryFailed(_ world: inout ModelWorld, _ index: Int) {
        for post in world.clients[index].conversation.outbox.posts where post.isFailed {
            world.act(index) { $0.retried(post.id) }
        }
    }

    /// What a person does at the end: tries again what failed, and asks for what is missing.
    private func mend(_ world: inout ModelWorld, _ index: Int) {
        retryFailed(&world, index)
        for thread in Self.threads {
            // A thread that was opened late shows its newest page first.
            for _ in 0..<1000 where world.clients[index].front.hasOlder[thread] == true {
                world.act(index) { $0.loadOlder(thread) }
                world.settle()
            }
            for gap in world.clients[index].front.gaps(in: thread) { world.act(index) { $0.fillGap(gap, in: thread) } }
        }
    }

    private func check(_ thread: String, of client: ModelWorld.Client, in world: ModelWorld) {
        let unread = world.server.unread(thread, by: client.member)
        #expect(client.front.threads[thread]?.unreadCount == unread, "unread in \(thread) of \(client.member)")
        guard let open = client.conversation.open[thread] else { return }
        let shown = client.front.messages(in: thread)
        let truth = world.server.messages[thread] ?? []
        #expect(client.front.timelines[thread] == open.timeline.items, "the front knows what the session knows")
        #expect(shown.map(\.serverID) == truth.map(\.messageId), "\(thread) of \(client.member)")
        #expect(shown.map(\.text) == truth.map(\.content))
        #expect(shown.allSatisfy { $0.delivery == .delivered })
        #expect(client.front.gaps(in: thread) == [])
    }
}
