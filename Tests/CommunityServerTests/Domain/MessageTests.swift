import Community
import CommunityServer
import Foundation
import Testing

@Suite("Messages")
struct MessageTests {
    @Test("A message reaches all members of its thread, its sender too, who also gets an acknowledgement")
    func delivery() async throws {
        let community = try await TestCommunity()
        let (ann, ben, cho) = (
            try await community.signUp("Ann"), try await community.signUp("Ben"), try await community.signUp("Cho")
        )
        let thread = try await community.thread(by: ann, with: [ben])
        _ = community.publisher.take()
        let id = try await community.send("안녕하세요 👋", to: thread, by: ben)
        let deliveries = community.publisher.take()
        #expect(deliveries.map(\.event.payload.typeName) == ["message.created", "command.acknowledged"])
        #expect(deliveries[0].members == [ann.id, ben.id])
        #expect(deliveries[1].members == [ben.id])
        guard case .messageCreated(let created) = deliveries[0].event.payload else { return }
        #expect(created.message.content == "안녕하세요 👋")
        #expect(created.message.senderName == "Ben")
        #expect(created.message.messageId == String(id))
        #expect(created.message.createdAt == community.now)
        #expect(try await community.messages(of: thread, by: ann).map(\.content) == ["안녕하세요 👋"])
        let refusal = try await community.commandRefusal { try await community.send("hi", to: thread, by: cho) }
        #expect(refusal?.status == 404)
    }

    @Test("Sending twice with one clientMessageId stores one message and answers with the stored one")
    func idempotence() async throws {
        let community = try await TestCommunity()
        let ann = try await community.signUp("Ann")
        let ben = try await community.signUp("Ben")
        let thread = try await community.thread(by: ann, with: [ben])
        let clientID = "0b0a3c1e-6f4e-4c2f-9d7b-2a1c5e8f9a10"
        let first = try await community.send("once", to: thread, by: ann, clientID: clientID)
        _ = community.publisher.take()
        let second = try await community.send("once", to: thread, by: ann, clientID: clientID)
        #expect(first == second)
        #expect(try await community.messages(of: thread, by: ann).count == 1)
        let repeated = community.publisher.take()
        #expect(repeated.allSatisfy { $0.members == [ann.id] })
        guard case .commandAcknowledged(let acknowledged) = repeated.last?.event.payload else {
            Issue.record("no acknowledgement")
            return
        }
        #expect(acknowledged.deduplicated)
        #expect(acknowledged.messageId == String(first))
        // The identifier belongs to the sender: another member's same one is another message.
        let other = try await community.send("mine", to: thread, by: ben, clientID: clientID)
        #expect(other != first)
    }

    @Test(
        "What breaks the contract's limits is refused, with its identifiers",
        arguments: [
            ("", "content is empty."),
            (" \n\t　", "content is empty."),
            (String(repeating: "가", count: 2001), "content has 2001 characters of at most 2000."),
        ]
    )
    func limits(content: String, message: String) async throws {
        let community = try await TestCommunity()
        let ann = try await community.signUp("Ann")
        let thread = try await community.thread(by: ann)
        let clientID = "0b0a3c1e-6f4e-4c2f-9d7b-2a1c5e8f9a10"
        let refusal = try #require(
            try await community.commandRefusal {
                try await community.send(content, to: thread, by: ann, clientID: clientID)
            }
        )
        #expect(refusal.status == 400)
        #expect(refusal.message.text == message)
        #expect(refusal.clientMessageId == clientID)
        #expect(refusal.commandId != nil)
        #expect(!refusal.retryable)
        #expect(try await community.messages(of: thread, by: ann).isEmpty)
    }

    @Test("2,000 code points are taken, however many bytes and graphemes they are")
    func longest() async throws {
        let community = try await TestCommunity()
        let ann = try await community.signUp("Ann")
        let thread = try await community.thread(by: ann)
        try await community.send(String(repeating: "👍🏽", count: 1000), to: thread, by: ann)
    }

    @Test(
        "Upper-case and broken identifiers of commands and messages are refused",
        arguments: [
            "0B0A3C1E-6F4E-4C2F-9D7B-2A1C5E8F9A10", "", "abc", "0b0a3c1e-6f4e-4c2f-9d7b-2a1c5e8f9a1g",
        ]
    )
    func identifiers(id: String) async throws {
        let community = try await TestCommunity()
        let ann = try await community.signUp("Ann")
        let thread = try await community.thread(by: ann)
        let sent = try await community.commandRefusal {
            try await community.perform(
                .send,
                in: thread,
                SendMessageBody(clientMessageId: id, content: "x"),
                by: ann
            )
        }
        #expect(sent?.status == 400)
        let typed = try await community.commandRefusal {
            try await community.perform(.typing, in: thread, by: ann, commandID: id)
        }
        #expect(typed?.status == 400)
        #expect(typed?.message.text == "x-command-id is not a lower-case UUID.")
    }

    @Test("A body that is no JSON, or lacks a field, is refused by the field's name")
    func brokenBodies() async throws {
        let community = try await TestCommunity()
        let ann = try await community.signUp("Ann")
        let thread = try await community.thread(by: ann)
        let none = try await community.commandRefusal {
            try await community.perform(.send, in: thread, raw: Array("{".utf8), by: ann)
        }
        #expect(none?.message.text == "the body is not valid JSON.")
        let missing = try await community.commandRefusal {
            try await community.perform(.edit(messageId: "1"), in: thread, raw: Array("{}".utf8), by: ann)
        }
        #expect(missing?.message.text == "content is missing.")
        let id = try await community.send("x", to: thread, by: ann)
        let extra = try await community.commandRefusal {
            let body = Array(#"{"emoji":"👍","x":1}"#.utf8)
            try await community.perform(.addReaction(messageId: String(id)), in: thread, raw: body, by: ann)
        }
        #expect(extra?.message.text == "x is not a field of this body.")
    }

    @Test("A reply carries what it answers, and its author is notified")
    func replies() async throws {
        let community = try await TestCommunity()
        let (ann, ben) = (try await community.signUp("Ann"), try await community.signUp("Ben"))
        let thread = try await community.thread(by: ann, with: [ben])
        let other = try await community.thread("Other", by: ann)
        let question = try await community.send("Who has the key?", to: thread, by: ann)
        let elsewhere = try await community.send("elsewhere", to: other, by: ann)
        let answer = try await community.send("I do", to: thread, by: ben, replyTo: question)
        let stored = try await community.messages(of: thread, by: ann).first { $0.messageId == String(answer) }
        #expect(
            stored?.replyTo
                == WireReplyTarget(
                    messageId: String(question),
                    senderName: "Ann",
                    snippet: "Who has the key?"
                )
        )
        let notes = try await community.call(NotificationEndpoints.List(), as: ann)
        #expect(notes.items.map(\.kind) == [.reply])
        #expect(notes.items.first?.messageId == String(answer))
        let refusal = try await community.commandRefusal {
            try await community.send("x", to: thread, by: ben, replyTo: elsewhere)
        }
        #expect(refusal?.status == 400)
    }

    @Test("A mention notifies the members named, not the sender and nobody outside")
    func mentions() async throws {
        let community = try await TestCommunity()
        let (ann, ben, cho) = (
            try await community.signUp("Ann"), try await community.signUp("Ben"), try await community.signUp("Cho")
        )
        let thread = try await community.thread(by: ann, with: [ben])
        _ = community.publisher.take()
        try await community.send("@Ben @Cho @Ann", to: thread, by: ann, mentions: [ben, cho, ann])
        let created = community.publisher.take().filter { $0.event.payload.typeName == "notification.created" }
        #expect(created.map(\.members) == [[ben.id]])
        let stored = try await community.messages(of: thread, by: ben)
        #expect(stored.first?.mentions.map(\.name) == ["Ann", "Ben"])
        #expect(try await community.call(NotificationEndpoints.List(), as: cho).items.isEmpty)
    }

    @Test("Reactions count once for each member, show whose they are, and come off again")
    func reactions() async throws {
        let community = try await TestCommunity()
        let (ann, ben) = (try await community.signUp("Ann"), try await community.signUp("Ben"))
        let thread = try await community.thread(by: ann, with: [ben])
        let id = try await community.send("nice", to: thread, by: ann)
        _ = community.publisher.take()
        let add = CommandDestination.Action.addReaction(messageId: String(id))
        try await community.perform(add, in: thread, ReactionBody(emoji: "👍"), by: ben)
        try await community.perform(add, in: thread, ReactionBody(emoji: "👍"), by: ben)
        let changes = community.publisher.take().filter { $0.event.payload.typeName == "reaction.changed" }
        #expect(changes.count == 2)
        #expect(Set(changes.map(\.event.eventId)).count == 1)
        for change in changes {
            guard case .reactionChanged(let body) = change.event.payload else { continue }
            #expect(
                body.reactions == [
                    WireReaction(emoji: "👍", count: 1, reactedByMe: change.members == [ben.id])
                ]
            )
        }
        try await community.perform(add, in: thread, ReactionBody(emoji: "❤️"), by: ann)
        var seen = try await community.messages(of: thread, by: ann)[0].reactions
        #expect(seen.map(\.emoji) == ["👍", "❤️"])
        #expect(seen.map(\.reactedByMe) == [false, true])
        try await community.perform(
            .removeReaction(messageId: String(id)),
            in: thread,
            ReactionBody(emoji: "👍"),
            by: ben
        )
        seen = try await community.messages(of: thread, by: ann)[0].reactions
        #expect(seen.map(\.emoji) == ["❤️"])
    }

    @Test("Only an emoji is a reaction", arguments: ["", "a", "12", " ", "hello world", "👍 ", "\u{7}👍"])
    func notAnEmoji(text: String) async throws {
        let community = try await TestCommunity()
        let ann = try await community.signUp("Ann")
        let thread = try await community.thread(by: ann)
        let id = try await community.send("x", to: thread, by: ann)
        let refusal = try await community.commandRefusal {
            try await community.perform(
                .addReaction(messageId: String(id)),
                in: thread,
                ReactionBody(emoji: text),
                by: ann
            )
        }
        #expect(refusal?.status == 400)
    }

    @Test("Emoji of every build are reactions", arguments: ["👍🏽", "❤️", "1️⃣", "🇰🇷", "👨‍👩‍👧‍👦", "©️", "🏴󠁧󠁢󠁳󠁣󠁴󠁿"])
    func emoji(text: String) async throws {
        let community = try await TestCommunity()
        let ann = try await community.signUp("Ann")
        let thread = try await community.thread(by: ann)
        let id = try await community.send("x", to: thread, by: ann)
        try await community.perform(
            .addReaction(messageId: String(id)),
            in: thread,
            ReactionBody(emoji: text),
            by: ann
        )
    }

    @Test("An edit changes one's own message for everybody; others' can't be edited")
    func edits() async throws {
        let community = try await TestCommunity()
        let (ann, ben) = (try await community.signUp("Ann"), try await community.signUp("Ben"))
        let thread = try await community.thread(by: ann, with: [ben])
        let id = try await community.send("teh", to: thread, by: ben)
        community.advance(by: .seconds(5))
        _ = community.publisher.take()
        let edit = CommandDestination.Action.edit(messageId: String(id))
        try await community.perform(edit, in: thread, EditBody(content: "the"), by: ben)
        let delivery = try #require(community.publisher.take().first)
        #expect(delivery.members == [ann.id, ben.id])
        guard case .messageUpdated(let message) = delivery.event.payload else { return }
        #expect(message.content == "the")
        #expect(message.editedAt == community.now)
        // Not even an owner puts words into another's mouth.
        let refusal = try await community.commandRefusal {
            try await community.perform(edit, in: thread, EditBody(content: "no"), by: ann)
        }
        #expect(refusal?.status == 403)
    }

    @Test("A deleted message keeps its place without its content; members delete their own, owners anybody's")
    func deletes() async throws {
        let community = try await TestCommunity()
        let (ann, ben, cho) = (
            try await community.signUp("Ann"), try await community.signUp("Ben"), try await community.signUp("Cho")
        )
        let thread = try await community.thread(by: ann, with: [ben, cho])
        let first = try await community.send("first", to: thread, by: ben)
        let second = try await community.send("second", to: thread, by: ben)
        let third = try await community.send("third", to: thread, by: ben, replyTo: second)
        let foreign = try await community.commandRefusal {
            try await community.perform(.delete(messageId: String(first)), in: thread, by: cho)
        }
        #expect(foreign?.status == 403)
        _ = community.publisher.take()
        try await community.perform(.delete(messageId: String(first)), in: thread, by: ben)
        try await community.perform(.delete(messageId: String(second)), in: thread, by: ann)
        // Once more is harmless, and tells nobody.
        try await community.perform(.delete(messageId: String(second)), in: thread, by: ann)
        let deletions = community.publisher.take().filter { $0.event.payload.typeName == "message.deleted" }
        #expect(deletions.count == 2)
        let messages = try await community.messages(of: thread, by: cho)
        #expect(messages.map(\.content) == ["third", "", ""])
        #expect(messages.map { $0.deletedAt != nil } == [false, true, true])
        #expect(messages[0].replyTo?.snippet == "")
        let edited = try await community.commandRefusal {
            try await community.perform(
                .edit(messageId: String(first)),
                in: thread,
                EditBody(content: "again"),
                by: ben
            )
        }
        #expect(edited?.status == 409)
        #expect(third > second)
    }

    @Test("Watermarks move forward only, never past the newest message, and unread counts follow them")
    func watermarks() async throws {
        let community = try await TestCommunity()
        let (ann, ben) = (try await community.signUp("Ann"), try await community.signUp("Ben"))
        let thread = try await community.thread(by: ann, with: [ben])
        var ids: [Int64] = []
        for number in 1...4 { ids.append(try await community.send("\(number)", to: thread, by: ann)) }
        try await community.send("mine", to: thread, by: ben)
        #expect(try await community.view(of: thread, for: ben).unreadCount == 4)
        try await community.perform(.read, in: thread, ReadBody(lastReadMessageId: String(ids[2])), by: ben)
        #expect(try await community.view(of: thread, for: ben).unreadCount == 1)
        _ = community.publisher.take()
        try await community.perform(.read, in: thread, ReadBody(lastReadMessageId: String(ids[0])), by: ben)
        #expect(!community.publisher.take().contains { $0.event.payload.typeName == "read.updated" })
        #expect(try await community.view(of: thread, for: ben).unreadCount == 1)
        try await community.perform(.read, in: thread, ReadBody(lastReadMessageId: "999999"), by: ben)
        #expect(try await community.view(of: thread, for: ben).unreadCount == 0)
        try await community.send("later", to: thread, by: ann)
        #expect(try await community.view(of: thread, for: ben).unreadCount == 1)
    }

    @Test("Typing reaches the others, at most once in three seconds")
    func typing() async throws {
        let community = try await TestCommunity()
        let (ann, ben) = (try await community.signUp("Ann"), try await community.signUp("Ben"))
        let thread = try await community.thread(by: ann, with: [ben])
        _ = community.publisher.take()
        for _ in 1...3 { try await community.perform(.typing, in: thread, by: ann) }
        #expect(community.publisher.take().map(\.members) == [[ben.id]])
        community.advance(by: .seconds(3))
        try await community.perform(.typing, in: thread, by: ann)
        #expect(community.publisher.take().map(\.members) == [[ben.id]])
    }

    @Test("Pages are newest first, exclusive of before, and say whether there is more")
    func pages() async throws {
        let community = try await TestCommunity()
        let ann = try await community.signUp("Ann")
        let thread = try await community.thread(by: ann)
        for number in 1...5 { try await community.send("\(number)", to: thread, by: ann) }
        func olderPage(before: String?) async throws -> MessagePage {
            try await community.call(
                MessageEndpoints.List(threadId: String(thread), query: MessagesQuery(before: before, limit: 2)),
                as: ann
            )
        }
        var page = try await olderPage(before: nil)
        #expect(page.messages.map(\.content) == ["5", "4"])
        #expect(page.hasMore)
        page = try await olderPage(before: page.nextBefore)
        #expect(page.messages.map(\.content) == ["3", "2"])
        page = try await olderPage(before: page.nextBefore)
        #expect(page.messages.map(\.content) == ["1"])
        #expect(!page.hasMore)
        #expect(page.nextBefore == nil)
    }

    @Test("A search finds messages of one's own threads only, and takes % and _ as they are")
    func search() async throws {
        let community = try await TestCommunity()
        let (ann, ben) = (try await community.signUp("Ann"), try await community.signUp("Ben"))
        let thread = try await community.thread(by: ann, with: [ben])
        let secret = try await community.thread("Secret", by: ann)
        try await community.send("점심 같이 먹어요", to: thread, by: ann)
        try await community.send("100% sure", to: thread, by: ann)
        try await community.send("점심 메뉴는 비밀", to: secret, by: ann)
        func found(_ text: String, in thread: Int64? = nil, by person: Person) async throws -> [String] {
            let query = SearchQuery(text: text, threadId: thread.map { String($0) })
            return try await community.call(SearchEndpoints.Messages(query: query), as: person).messages.map(\.content)
        }
        #expect(try await found("점심", by: ben) == ["점심 같이 먹어요"])
        #expect(try await found("점심", by: ann).count == 2)
        #expect(try await found("%", by: ben) == ["100% sure"])
        #expect(try await found("SURE", in: thread, by: ben) == ["100% sure"])
        // Whatever the case and the spelling.
        try await community.send("Über ÇA et Ελλάδα, cafe\u{301}", to: thread, by: ann)
        for text in ["über", "ça", "ελλάδα", "CAFÉ", "Cafe\u{301}", "U\u{308}BER"] {
            #expect(try await found(text, by: ben).count == 1, "\(text)")
        }
        #expect(try await found("é%", by: ben).isEmpty)
        try await community.send("한국".decomposedStringWithCanonicalMapping, to: thread, by: ann)
        #expect(try await found("한국", by: ben).count == 1)
        let refusal = try await community.refusal(
            SearchEndpoints.Messages(query: SearchQuery(text: "점심", threadId: String(secret))),
            as: ben
        )
        #expect(refusal?.status == 403)
    }
}
