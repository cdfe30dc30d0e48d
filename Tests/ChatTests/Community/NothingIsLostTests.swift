import ChatStore
import Community
import TestSupport
import Testing

@testable import Chat

/// The proof: store, outbox and server through random sequences, the program killed again and again.
@Suite("Nothing is lost, and nothing comes twice, whatever happens", .timeLimit(.minutes(10)))
struct NothingIsLostTests {
    @Test("in sequences of a fixed beginning", arguments: Array(UInt64(1)...12) + [13_069_886_867_715_325_811])
    func fixed(seed: UInt64) async throws {
        try await prove(seed: seed)
    }

    @Test("in a sequence that is new each time")
    func new() async throws {
        let seed = UInt64.random(in: 0 ... .max)
        print("NothingIsLostTests: seed \(seed)")
        try await prove(seed: seed)
    }

    private func prove(seed: UInt64, steps: Int = 400) async throws {
        let shelf = try TemporaryShelf()
        var world = try await StoredWorld(seed: seed, location: shelf.location)
        for number in 0..<steps { try await step(&world, number) }
        try await world.kill()
        checkOffline(world)
        try await mend(&world)
        check(world, seed: seed)
        await world.store.close()
    }

    private func step(_ world: inout StoredWorld, _ number: Int) async throws {
        world.now += Int.random(in: 1...200, using: &world.random)
        world.wall += Int64.random(in: 1...200, using: &world.random)
        world.fireTimers()
        switch random(100, &world) {
        case 0..<40: world.personActs(number)
        case 40..<60: world.otherActs(number)
        case 60..<65: world.cut()
        case 65..<75: world.connect()
        // The clocks are set, by hours; the server's only forward, since what is unread is told by it.
        case 75: world.wall += Int64.random(in: -7_200_000...7_200_000, using: &world.random)
        case 76: world.server.clockStep += Int64.random(in: 0...7_200_000, using: &world.random)
        case 77..<80: try await world.kill()
        case 80..<83: world.retryFailed(givingUp: 20)
        default: break
        }
        for _ in 0..<Int.random(in: 0...3, using: &world.random) { try await world.carryWork() }
        for _ in 0..<Int.random(in: 0...2, using: &world.random) { world.carryToServer() }
        for _ in 0..<Int.random(in: 0...4, using: &world.random) { world.carryToClient() }
        if world.random.chance(50) { world.carryCall() }
        if world.random.chance(50) { world.carryAnswer() }
    }

    private func random(_ limit: Int, _ world: inout StoredWorld) -> Int { world.random.below(limit) }

    /// Just started, without a network: what is shown is the server's, in its order, with our own behind it.
    private func checkOffline(_ world: StoredWorld) {
        for thread in StoredWorld.threads {
            let truth = (world.server.messages[thread] ?? []).map(\.messageId)
            let shown = world.front.messages(in: thread).compactMap(\.serverID)
            let places = shown.compactMap { truth.firstIndex(of: $0) }
            #expect(places.count == shown.count)
            #expect(places == places.sorted() && Set(places).count == places.count)
        }
    }

    /// The network stays, and the person asks for all that is missing.
    private func mend(_ world: inout StoredWorld) async throws {
        try await world.settle()
        for _ in 0..<5 {
            world.retryFailed()
            try await world.settle()
            for thread in StoredWorld.threads {
                for _ in 0..<200 where world.front.hasOlder[thread] == true {
                    world.act { $0.loadOlder(thread) }
                    try await world.settle()
                }
                for gap in world.front.gaps(in: thread) { world.act { $0.fillGap(gap, in: thread) } }
                try await world.settle()
            }
        }
        // The last counts of the server.
        world.cut()
        try await world.settle()
    }

    private func check(_ world: StoredWorld, seed: UInt64) {
        #expect(world.faults == [], "seed \(seed)")
        #expect(world.front.faults == [], "seed \(seed)")
        #expect(world.conversation.outbox.posts == [], "seed \(seed)")
        for id in world.shown { #expect(world.server.has(clientID: id), "\(id) is lost, seed \(seed)") }
        let written = world.server.arrived
        #expect(Set(written).count == written.count, "something was sent twice, seed \(seed)")
        let viewer = world.conversation.viewer
        for thread in StoredWorld.threads {
            let truth = world.server.messages[thread] ?? []
            let shown = world.front.messages(in: thread)
            #expect(shown.map(\.serverID) == truth.map(\.messageId), "order in \(thread), seed \(seed)")
            for (message, wire) in zip(shown, truth) {
                var right = ChatMessage(world.server.shown(wire, to: StoredWorld.me), seenBy: viewer)
                right.id = message.id
                #expect(message == right, "in \(thread), seed \(seed)")
            }
            #expect(world.front.gaps(in: thread) == [], "seed \(seed)")
            let unread = world.server.unread(thread, by: StoredWorld.me)
            #expect(world.front.threads[thread]?.unreadCount == unread, "unread in \(thread), seed \(seed)")
        }
    }
}
