import FoundationEssentials
import Testing

@testable import bobbin

@Suite("A profile of a cluster, or of streams")
struct ClusterProfileTests {
    private static let configuration = read(
        """
        {profiles: {
          team: {
            kind: "stream", login: "ann", join: ["general"],
            url: ["ws://a.example:15674/ws", "ws://b.example/ws?token=secret", "stomp+tcp://c.example"],
          },
          one: {url: ["ws://a.example/ws"]},
        }}
        """
    )

    private static func read(_ text: String) -> Configuration {
        Configuration(Array(text.utf8), file: "config.json5")
    }

    private func plan(_ name: String, url: String? = nil) throws -> ConnectionPlan {
        let choice = try ProfileChoice(name, in: Self.configuration, url: url)
        let arguments = ConnectionArguments(profile: name, url: url)
        return try ConnectionPlan(arguments, choice, environment: [:], complain: { _ in })
    }

    @Test("names the nodes in the order they are tried, and shows all of them but no secret")
    func nodes() throws {
        #expect(Self.configuration.complaints() == [])
        let plan = try plan("team")
        #expect(plan.url.absoluteString == "ws://a.example:15674/ws")
        #expect(
            plan.alternatives.map(\.absoluteString) == ["ws://b.example/ws?token=secret", "stomp+tcp://c.example"]
        )
        #expect(plan.shownURL == "ws://a.example:15674,b.example,c.example/ws")
        #expect(plan.keptURL == "ws://a.example:15674/ws")
        #expect(plan.readsStreams)
        #expect(try self.plan("one").shownURL == "ws://a.example/ws")
    }

    @Test("is left aside for the address of the command line")
    func commandLine() throws {
        let plan = try plan("team", url: "ws://d.example/ws")
        #expect(plan.url.absoluteString == "ws://d.example/ws")
        #expect(plan.alternatives.isEmpty)
    }

    @Test("tells which address can't be used, without repeating it")
    func faults() {
        let broken = Self.read("{profiles: {a: {url: ['ws://h/ws', 'ws://kim:secret@h/ws']}}}")
        #expect(
            broken.complaints() == [
                "config.json5:1: profiles.a.url: address 2 holds a password, which others can see; leave it out and set "
                    + "BOBBIN_PASSWORD or passwordFile"
            ]
        )
        let communities = Self.read("{profiles: {a: {url: ['https://a.example', 'https://b.example']}}}")
        #expect(
            communities.complaints() == [
                "config.json5:1: profiles.a.url: must be one address: only a broker has several nodes"
            ]
        )
        let numbers = Self.read("{profiles: {a: {url: ['ws://h/ws', 5]}}}")
        #expect(numbers.complaints() == ["config.json5:1: profiles.a.url[1]: must be a text, not a number"])
    }
}
