import Community
import Testing

@testable import CommunityServer

@Suite("BotMind: what a bot answers")
struct BotMindTests {
    private let bots = [
        LiveMember(memberID: 11, name: "다과봇", sessionID: "", expiresAt: Timestamp(milliseconds: 0)),
        LiveMember(memberID: 12, name: "teabot", sessionID: "", expiresAt: Timestamp(milliseconds: 0)),
    ]

    private func mind(_ index: Int) -> BotMind { BotMind(member: bots[index], bots: bots) }

    private func message(
        _ content: String,
        thread: String = "1",
        from sender: String = "5",
        mentions: [WireMention] = [],
        replyTo: WireReplyTarget? = nil,
        type: MessageType = .text
    ) -> WireMessage {
        WireMessage(
            messageId: "100",
            threadId: thread,
            senderId: sender,
            senderName: "Mina",
            content: content,
            type: type,
            mentions: mentions,
            replyTo: replyTo,
            createdAt: Timestamp(milliseconds: 0)
        )
    }

    private func event(_ message: WireMessage) -> LiveEvent {
        LiveEvent(eventId: "e", payload: .messageCreated(MessageCreated(message: message)))
    }

    @Test("people are heard; bots and the server itself are not")
    func words() {
        let mind = mind(0)
        #expect(mind.words(in: event(message("hi"))) != nil)
        #expect(mind.words(in: event(message("hi", from: "11"))) == nil)
        #expect(mind.words(in: event(message("hi", from: "12"))) == nil)
        #expect(mind.words(in: event(message("hi", type: .system))) == nil)
        #expect(mind.words(in: LiveEvent(eventId: "e", payload: .unknown(type: "x"))) == nil)
    }

    @Test("who is spoken to answers within two seconds, by a reply, again and again")
    func spokenTo() throws {
        var mind = mind(1)
        let ways = [
            message("you there?", mentions: [WireMention(memberId: "12", name: "teabot")]),
            message("@teabot are you there?"),
            message("and?", replyTo: WireReplyTarget(messageId: "1", senderName: "teabot", snippet: "")),
        ]
        for (index, way) in ways.enumerated() {
            let heard = mind.heard(way, among: bots, at: .seconds(index), chance: { 0.999 })
            let answer = try #require(heard)
            #expect(answer.replyToId == "100")
            #expect(answer.delay <= .seconds(2))
        }
    }

    @Test("of the bots in a thread one answers what is said to nobody", arguments: ["1", "2", "7", "18"])
    func oneHost(thread: String) {
        let answers = bots.indices.filter { index in
            var mind = mind(index)
            return mind.heard(message("hello", thread: thread), among: bots, at: .zero, chance: { 0 }) != nil
        }
        #expect(answers.count == 1)
        for index in bots.indices {
            var alone = mind(index)
            let there = [bots[index]]
            #expect(alone.heard(message("hello", thread: thread), among: there, at: .zero, chance: { 0 }) != nil)
        }
    }

    @Test("what is said to somebody else is left to them")
    func othersAreSpokenTo() {
        for index in bots.indices {
            var mind = mind(index)
            let there = [bots[index]]
            let toOther = message("hey", mentions: [WireMention(memberId: "9", name: "x")])
            #expect(mind.heard(toOther, among: there, at: .zero, chance: { 0 }) == nil)
        }
    }

    @Test("a talk between people is not answered line by line")
    func pause() {
        var mind = mind(0)
        let there = [bots[0]]
        #expect(mind.heard(message("one"), among: there, at: .zero, chance: { 0 }) != nil)
        #expect(mind.heard(message("two"), among: there, at: .seconds(9), chance: { 0 }) == nil)
        #expect(mind.heard(message("two", thread: "2"), among: there, at: .seconds(9), chance: { 0 }) != nil)
        #expect(mind.heard(message("three"), among: there, at: .seconds(10), chance: { 0 }) != nil)
    }

    @Test("it answers in the language it is spoken to, and never the same twice in a row")
    func language() throws {
        var mind = mind(1)
        var last = ""
        for index in 0..<20 {
            let text = index % 2 == 0 ? "@teabot 안녕하세요" : "@teabot thanks"
            let heard = mind.heard(message(text), among: bots, at: .zero, chance: { 0.4 })
            let answer = try #require(heard)
            #expect((BotLines.Language(of: answer.content) == .korean) == (index % 2 == 0))
            #expect(answer.content != last)
            last = answer.content
        }
    }

    @Test("by itself it speaks less and less, until somebody else does")
    func quiet() {
        var mind = mind(0)
        let waits = (0..<8).map { _ in mind.nextQuiet(chance: { 0.5 }) }
        #expect(waits.first == .seconds(25))
        #expect(waits.last == .seconds(600))
        #expect(waits == waits.sorted())
        _ = mind.heard(message("hello"), among: bots, at: .zero, chance: { 0 })
        #expect(mind.nextQuiet(chance: { 0.5 }) == .seconds(25))
    }
}
