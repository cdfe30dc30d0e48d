import Chat
import Community
import Foundation
import Testing

extension ContractTests {
    @Test("two people talk: every kind of message and change shows on both sides", arguments: ContractServer.allCases)
    func conversation(_ server: ContractServer) async throws {
        try await ContractStage.run(server) { stage in
            let (annPerson, benPerson) = (try await stage.person("Ann"), try await stage.person("Ben"))
            var ann = try await stage.chat(of: annPerson)
            var ben = try await stage.chat(of: benPerson)
            await ann.perform(.createThread(title: "Loom", detail: "cloth", category: "study")) {
                $0.thread(titled: "Loom") != nil
            }
            let id = try #require(ann.view.thread(titled: "Loom")?.id)
            await ann.perform(.invite(threadID: id, names: ["Ben"])) { $0.threads[id]?.memberCount == 2 }
            await ben.until("invited") { $0.threads[id]?.category == "STUDY" }
            await ann.perform(.open(threadID: id)) { $0.hasOlder[id] != nil }
            await ben.perform(.open(threadID: id)) { $0.hasOlder[id] != nil }

            await ben.session.perform(.typing(threadID: id))
            await ann.until("typing") { $0.typing[id] == ["Ben"] }
            await ann.perform(.send(Draft("first"), threadID: id)) {
                $0.message("first", in: id)?.delivery == .delivered && $0.message("first", in: id)?.serverID != nil
            }
            await ben.until("first") { $0.message("first", in: id) != nil }
            let first = try #require(ben.view.message("first", in: id))
            #expect(first.sender == "Ann" && first.senderID == annPerson.id && !first.isOwn)

            await ben.session.perform(.send(Draft("답장 @Ann 👋", replyTo: first.serverID), threadID: id))
            await ann.until("reply") { $0.message("답장 @Ann 👋", in: id) != nil }
            let reply = try #require(ann.view.message("답장 @Ann 👋", in: id))
            #expect(reply.mentionsMe && reply.mentions == ["Ann"])
            #expect(reply.replyTo?.messageID == first.serverID && reply.replyTo?.sender == "Ann")
            #expect(ann.view.threads[id]?.unreadCount == 1 && ann.view.threads[id]?.hasMention == true)
            await ann.perform(.seen(threadID: id, messageID: reply.id)) { $0.threads[id]?.unreadCount == 0 }

            await ann.perform(.react(messageID: reply.id, threadID: id, emoji: "🎉", adds: true)) {
                $0.message("답장 @Ann 👋", in: id)?.reactions == [Reaction(emoji: "🎉", count: 1, isOwn: true)]
            }
            await ben.until("reaction") { $0.messages(in: id).last?.reactions == [Reaction(emoji: "🎉", count: 1)] }
            await ann.perform(.react(messageID: reply.id, threadID: id, emoji: "🎉", adds: false)) {
                $0.message("답장 @Ann 👋", in: id)?.reactions == []
            }
            await ben.until("no reaction") { $0.messages(in: id).last?.reactions == [] }

            let own = try #require(ann.view.message("first", in: id))
            await ann.perform(.edit(messageID: own.id, threadID: id, text: "edited")) {
                $0.message("edited", in: id)?.editedAt != nil
            }
            await ben.until("edited") { $0.message("edited", in: id)?.serverID == first.serverID }
            await ann.perform(.delete(messageID: own.id, threadID: id)) { $0.messages(in: id).first?.isDeleted == true }
            await ben.until("deleted") { $0.messages(in: id).first?.isDeleted == true }
            #expect(ben.view.messages(in: id).map(\.text) == ["", "답장 @Ann 👋"])

            await ben.perform(.listNotifications) { $0.notifications != nil }
            await ann.perform(.listNotifications) { $0.notifications != nil }
            #expect(ben.view.notifications?.contains { $0.kind == .invite && $0.threadID == id } == true)
            let told = ann.view.notifications?.filter { $0.messageID == reply.serverID } ?? []
            #expect(!told.isEmpty && told.allSatisfy { $0.kind == .mention || $0.kind == .reply })

            await ann.perform(.search("답장", threadID: id)) { $0.found != nil }
            #expect(ann.view.found?.map(\.serverID) == [reply.serverID])
            #expect(ann.view.failures == [] && ben.view.failures == [])
        }
    }

    @Test("files go up, come down byte for byte, and are nobody else's", arguments: ContractServer.allCases)
    func files(_ server: ContractServer) async throws {
        try await ContractStage.run(server) { stage in
            let people = (try await stage.person("Ann"), try await stage.person("Ben"), try await stage.person("Cleo"))
            let body = CreateThreadBody(title: "Files", memberIds: [people.1.id])
            let id = try await people.0.client.call(ThreadEndpoints.Create(body: body)).threadId
            var ann = try await stage.chat(of: people.0)
            var ben = try await stage.chat(of: people.1)
            await ann.perform(.open(threadID: id)) { $0.hasOlder[id] != nil }
            await ben.perform(.open(threadID: id)) { $0.hasOlder[id] != nil }
            let bytes = (0..<70_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 / 255) }
            let path = try stage.file("무늬.bin", bytes)
            await ann.perform(.send(Draft("a pattern", files: [path]), threadID: id)) {
                $0.message("a pattern", in: id)?.delivery == .delivered
            }
            await ben.until("file") { $0.message("a pattern", in: id) != nil }
            let message = try #require(ben.view.message("a pattern", in: id))
            #expect(message.kind == .file)
            #expect(message.attachments.map(\.name) == ["무늬.bin"] && message.attachments.map(\.size) == [70_000])
            let url = try #require(message.attachments.first?.url)
            #expect(try await people.1.client.download(url) == bytes)
            let refusal = try await refused { () throws(APIFailure) in _ = try await people.2.client.download(url) }
            #expect([403, 404].contains(refusal?.status))
            #expect(ann.view.failures == [] && ben.view.failures == [])
        }
    }

    @Test(
        "history comes page by page to its beginning, each message once and in order",
        arguments: ContractServer.allCases
    )
    func history(_ server: ContractServer) async throws {
        try await ContractStage.run(server) { stage in
            let (annPerson, benPerson) = (try await stage.person("Ann"), try await stage.person("Ben"))
            let body = CreateThreadBody(title: "Long", memberIds: [benPerson.id])
            let id = try await annPerson.client.call(ThreadEndpoints.Create(body: body)).threadId
            var ann = try await stage.chat(of: annPerson)
            var ben = try await stage.chat(of: benPerson)
            await ann.perform(.open(threadID: id)) { $0.hasOlder[id] != nil }
            let texts = (1...55).map { "m\($0)" }
            for text in texts { await ann.session.perform(.send(Draft(text), threadID: id)) }
            await ben.perform(.open(threadID: id)) { $0.hasOlder[id] != nil }
            await ann.until("all sent") { view in
                view.messages(in: id).count == 55 && view.messages(in: id).allSatisfy { $0.delivery == .delivered }
            }
            await ben.until("the last") { $0.threads[id]?.unreadCount == 55 }
            while ben.view.hasOlder[id] == true {
                let before = ben.view.changes[id]
                await ben.perform(.loadOlder(threadID: id)) { $0.changes[id] != before }
            }
            // Some were refused for coming too fast and sent again: the order is the server's.
            let stored = try await benPerson.messages(in: id).map(\.content)
            #expect(stored.sorted() == texts.sorted())
            #expect(ann.view.messages(in: id).map(\.text) == stored)
            #expect(ben.view.messages(in: id).map(\.text) == stored)

            // Away while more comes, longer than a page.
            await ben.session.suspend()
            await ben.until("asleep") { !$0.isConnected }
            let more = (56...110).map { "m\($0)" }
            for text in more { await ann.session.perform(.send(Draft(text), threadID: id)) }
            await ann.until("more sent") { view in
                view.messages(in: id).count == 110 && view.messages(in: id).allSatisfy { $0.delivery == .delivered }
            }
            await ben.session.resume()
            let all = try await benPerson.messages(in: id).map(\.content)
            #expect(all.sorted() == (texts + more).sorted())
            await ben.until("the gap is filled") { $0.messages(in: id).map(\.text) == all }
            #expect(!ben.view.hasGap(in: id))
            await ben.until("unread") { $0.threads[id]?.unreadCount == 110 }
            #expect(ann.view.failures == [] && ben.view.failures == [])
        }
    }

    @Test("who is removed, blocked or left without a thread sees so at once", arguments: ContractServer.allCases)
    func departures(_ server: ContractServer) async throws {
        try await ContractStage.run(server) { stage in
            let (annPerson, benPerson) = (try await stage.person("Ann"), try await stage.person("Ben"))
            var ann = try await stage.chat(of: annPerson)
            var ben = try await stage.chat(of: benPerson)
            await ann.perform(.createThread(title: "Door", detail: "", category: nil)) {
                $0.thread(titled: "Door") != nil
            }
            let id = try #require(ann.view.thread(titled: "Door")?.id)
            await ben.perform(.join("Door")) { $0.threads[id]?.isJoined == true }
            await ann.until("joined") { $0.threads[id]?.memberCount == 2 }
            await ann.perform(.open(threadID: id)) { $0.hasOlder[id] != nil }
            await ben.perform(.open(threadID: id)) { $0.hasOlder[id] != nil }

            await ann.perform(.changeRole(threadID: id, name: "Ben", .owner)) { $0.threads[id]?.role == .admin }
            await ben.until("owner") { $0.threads[id]?.role == .owner }
            await ben.perform(.pin(threadID: id, true)) { $0.threads[id]?.isPinned == true }
            await ben.perform(.mute(threadID: id, true)) { $0.threads[id]?.isMuted == true }
            await ben.perform(.updateThread(threadID: id, title: "Gate", detail: nil)) {
                $0.threads[id]?.title == "Gate"
            }
            await ann.until("renamed") { $0.threads[id]?.title == "Gate" }
            await ann.perform(.listMembers(threadID: id)) { $0.members[id]?.count == 2 }
            #expect(ann.view.members[id]?.first { $0.name == "Ben" }?.role == .owner)

            await ann.perform(.block(name: "Ben", true)) { $0.notices.contains { $0.contains("blocked") } }
            await ben.session.perform(.send(Draft("psst"), threadID: id))
            await ann.until("folded") { $0.message("psst", in: id)?.isBlocked == true }
            await ann.perform(.block(name: "Ben", false)) { $0.message("psst", in: id)?.isBlocked == false }

            let psst = try #require(ann.view.message("psst", in: id)?.id)
            await ann.perform(.report(messageID: psst, threadID: id, reason: "too quiet")) {
                $0.notices.contains("the message was reported")
            }

            await ben.perform(.kick(threadID: id, name: "Ann")) { $0.threads[id]?.memberCount == 1 }
            await ann.until("removed") { $0.left[id] != nil }
            await ann.session.perform(.updateThread(threadID: id, title: "Mine", detail: nil))
            await ann.until("refused") { !$0.failures.isEmpty }
            #expect(ann.view.failures.map(\.cause) == [.refused])
            await ben.perform(.deleteThread(threadID: id)) { $0.threads[id] == nil }
            #expect(ben.view.failures == [])
        }
    }
}
