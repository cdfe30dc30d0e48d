import Community
import Stomp
import TestSupport
import Testing
import Transport

@testable import Chat

@Suite("A community session", .timeLimit(.minutes(10)))
struct CommunitySessionTests {
    @Test("tells who the person is, which threads there are, and connects with the access token")
    func start() async throws {
        let stage = try CommunityStage()
        var updates = Watched(stage.session)
        await stage.session.start()
        let account = await updates.first { if case .account(let member) = $0 { member } else { nil } }
        #expect(account?.name == "Ann")
        await updates.untilReady()
        let list = updates.front.list
        #expect(list.map(\.title) == ["General", "Études"])
        #expect(list.map(\.unreadCount) == [0, 2])
        #expect(stage.broker.connects.first?.headers["Authorization"] == "Bearer access-1")
        await stage.end()
        #expect(await updates.first { if case .failed = $0 { true } else { nil } } == nil)
    }

    @Test("shows history and what comes live behind it, each message once")
    func historyAndLive() async throws {
        let stage = try CommunityStage { request in
            guard request.path == "/api/v1/community/threads/1/messages" else { return nil }
            let page = [5, 4].map { CommunityStage.message($0, "m\($0)") }.joined(separator: ",")
            return CommunityStage.success(#"{"messages": [\#(page)], "hasMore": false}"#)
        }
        var updates = await stage.begin()
        await stage.session.perform(.open(threadID: "1"))
        await updates.until { $0.messages(in: "1").count == 2 }
        let created = #"{"message": \#(CommunityStage.message(6, "m6"))}"#
        stage.broker.push("message.created", in: "1", created, eventID: "a")
        stage.broker.push("message.created", in: "1", created, eventID: "a")
        stage.broker.push("message.created", in: "1", created, eventID: "b")
        stage.broker.push("message.created", in: "1", #"{"message": \#(CommunityStage.message(7, "m7"))}"#)
        await updates.until { $0.messages(in: "1").last?.text == "m7" && $0.threads["1"]?.unreadCount == 2 }
        #expect(updates.front.messages(in: "1").map(\.text) == ["m4", "m5", "m6", "m7"])
        #expect(updates.front.threads["1"]?.lastMessage?.preview == "m7")
        #expect(updates.front.faults == [])
        await stage.end()
    }

    @Test("sends a message, shows it at once and once, under the same identifier to the end")
    func send() async throws {
        let stage = try CommunityStage()
        var updates = await stage.begin()
        var sent = stage.broker.received.makeAsyncIterator()
        await stage.session.perform(.open(threadID: "1"))
        await stage.session.perform(.send(Draft("안녕 @ben @민수야", replyTo: nil), threadID: "1"))
        await updates.until { !$0.messages(in: "1").isEmpty }
        let own = try #require(updates.front.messages(in: "1").first)
        #expect(own.delivery == .sending && own.isOwn && own.sender == "Ann")
        let frame = try #require(await sent.next(isolation: #isolation))
        #expect(frame.headers["destination"] == "/app/community/threads/1/messages")
        #expect(frame.headers["x-command-id"]?.isEmpty == false)
        #expect(frame.string("clientMessageId") == own.id)
        #expect(frame.text.contains(#""mentionedMemberIds":[8,10]"#))
        #expect(frame.text.contains(#""type":"TEXT""#))
        let echo = CommunityStage.message(9, by: 7, "안녕", more: #", "clientMessageId": "\#(own.id)""#)
        stage.broker.push("message.created", in: "1", #"{"message": \#(echo), "clientMessageId": "\#(own.id)"}"#)
        await updates.until { $0.messages(in: "1").first?.delivery == .delivered }
        let delivered = updates.front.messages(in: "1")
        #expect(delivered.map(\.id) == [own.id])
        #expect(delivered.first?.serverID == "9")
        #expect(updates.front.threads["1"]?.unreadCount == 0)
        await stage.end()
    }

    @Test("fails a message that the server refuses, and sends it again as the same message")
    func refusedAndRetried() async throws {
        let stage = try CommunityStage()
        var updates = await stage.begin()
        var sent = stage.broker.received.makeAsyncIterator()
        await stage.session.perform(.send(Draft("hello"), threadID: "1"))
        let first = try #require(await sent.next(isolation: #isolation))
        let id = try #require(first.string("clientMessageId"))
        stage.broker.refuse(
            #"{"commandId": "x", "clientMessageId": "\#(id)", "status": 403, "code": "C", "message": "muted"}"#
        )
        await updates.until { $0.messages(in: "1").first?.delivery == .failed(reason: "muted") }
        await stage.session.perform(.retry(messageID: id))
        let second = try #require(await sent.next(isolation: #isolation))
        #expect(second.string("clientMessageId") == id)
        #expect(second.headers["x-command-id"] != first.headers["x-command-id"])
        await stage.end()
    }

    @Test("waits and sends again what the server refuses for the moment")
    func rateLimited() async throws {
        let stage = try CommunityStage()
        var updates = await stage.begin()
        var sent = stage.broker.received.makeAsyncIterator()
        await stage.session.perform(.send(Draft("hello"), threadID: "1"))
        let first = try #require(await sent.next(isolation: #isolation))
        let command = first.headers["x-command-id"] ?? ""
        stage.broker.refuse(
            #"{"commandId": "\#(command)", "status": "429", "code": "RATE", "message": "", "retryable": "true"}"#
        )
        try await stage.clock.timer(at: .seconds(1))
        stage.clock.advance(by: .seconds(1))
        let second = try #require(await sent.next(isolation: #isolation))
        #expect(second.string("clientMessageId") == first.string("clientMessageId"))
        await updates.until { !$0.messages(in: "1").isEmpty }
        #expect(updates.front.messages(in: "1").map(\.delivery) == [.sending])
        await stage.end()
    }

    @Test("tells the server at most once a second how far the person has read")
    func readMarks() async throws {
        let stage = try CommunityStage { request in
            guard request.path == "/api/v1/community/threads/1/messages" else { return nil }
            let page = [6, 5, 4].map { CommunityStage.message($0, "m\($0)") }.joined(separator: ",")
            return CommunityStage.success(#"{"messages": [\#(page)], "hasMore": false}"#)
        }
        var updates = await stage.begin()
        var sent = stage.broker.received.makeAsyncIterator()
        await stage.session.perform(.open(threadID: "1"))
        await updates.until { $0.messages(in: "1").count == 3 }
        for id in ["4", "5", "6", "5"] { await stage.session.perform(.seen(threadID: "1", messageID: id)) }
        let first = try #require(await sent.next(isolation: #isolation))
        #expect(first.headers["destination"] == "/app/community/threads/1/read")
        #expect(first.text == #"{"lastReadMessageId":6}"# || first.text == #"{"lastReadMessageId":4}"#)
        try await stage.clock.timer(at: .seconds(1))
        stage.clock.advance(by: .seconds(1))
        if first.text.contains("4") {
            let second = try #require(await sent.next(isolation: #isolation))
            #expect(second.text == #"{"lastReadMessageId":6}"#)
        }
        await stage.end()
    }

    @Test("fills the gap after a reconnect, and sends again what may have been lost")
    func reconnect() async throws {
        let pages = Count()
        let stage = try CommunityStage { request in
            guard request.path == "/api/v1/community/threads/1/messages" else { return nil }
            // The second page is asked for by the reconnect: five messages were missed.
            let ids = pages.next() == 1 ? [4] : [9, 8, 7, 6, 5, 4]
            let page = ids.map { CommunityStage.message($0, "m\($0)") }.joined(separator: ",")
            return CommunityStage.success(#"{"messages": [\#(page)], "hasMore": true, "nextBefore": "4"}"#)
        }
        var updates = await stage.begin()
        var sent = stage.broker.received.makeAsyncIterator()
        await stage.session.perform(.open(threadID: "1"))
        await updates.until { $0.messages(in: "1").count == 1 }
        await stage.session.perform(.send(Draft("mine"), threadID: "1"))
        let first = try #require(await sent.next(isolation: #isolation))
        stage.broker.cut()
        await updates.first { if case .connection(.waiting) = $0 { true } else { nil } }
        try await stage.clock.timer(at: .seconds(1))
        stage.clock.advance(by: .seconds(1))
        let second = try #require(await sent.next(isolation: #isolation))
        #expect(second.string("clientMessageId") == first.string("clientMessageId"))
        await updates.until { $0.messages(in: "1").count == 7 }
        #expect(updates.front.messages(in: "1").map(\.text) == ["m4", "mine", "m5", "m6", "m7", "m8", "m9"])
        #expect(updates.front.gaps(in: "1") == [])
        #expect(updates.front.faults == [])
        await stage.end()
    }

    @Test("renews the token at once when the server closes for it, without waiting")
    func expiredToken() async throws {
        let stage = try CommunityStage { request in
            guard request.path == "/api/v1/auth/refresh" else { return nil }
            return CommunityStage.success(#"{"accessToken": "access-2", "refreshToken": "refresh-2"}"#)
        }
        var updates = await stage.begin()
        stage.broker.close(code: 1008, reason: "Access token expired")
        await updates.first { if case .connection(.waiting(_, seconds: 0, since: _)) = $0 { true } else { nil } }
        await updates.untilReady()
        #expect(stage.broker.connects.last?.headers["Authorization"] == "Bearer access-2")
        #expect(stage.store.tokens?.refresh == Secret("refresh-2"))
        await stage.end()
    }

    @Test("leaves cleanly to sleep, and catches up when it wakes")
    func sleep() async throws {
        let stage = try CommunityStage()
        var updates = await stage.begin()
        var sent = stage.broker.received.makeAsyncIterator()
        let time = stage.passTime()
        await stage.session.suspend()
        time.cancel()
        let goodbye = await sent.next(isolation: #isolation)
        #expect(goodbye?.command == .disconnect)
        await updates.first { if case .connection(.offline) = $0 { true } else { nil } }
        await stage.session.resume()
        await updates.untilReady()
        #expect(stage.transport.connectCount == 2)
        await stage.end()
    }

    @Test("does not connect when the server is too new for it")
    func tooOld() async throws {
        let stage = try CommunityStage { request in
            guard request.path == "/api/v1/app/version" else { return nil }
            return CommunityStage.success(#"{"minimum": "2.0", "latest": "2.1", "message": "update, please"}"#)
        }
        var updates = Watched(stage.session)
        await stage.session.start()
        let dialog = await updates.first { if case .dialog(let text) = $0 { text } else { nil } }
        #expect(dialog == "update, please")
        #expect(stage.transport.connectCount == 0)
        await stage.end()
    }

    @Test("tells that there is a newer version, and goes on")
    func outdated() async throws {
        let stage = try CommunityStage { request in
            guard request.path == "/api/v1/app/version" else { return nil }
            return CommunityStage.success(#"{"minimum": "0.0.1", "latest": "0.2.0"}"#)
        }
        var updates = Watched(stage.session)
        await stage.session.start()
        let notice = await updates.first { if case .notice(let text) = $0 { text } else { nil } }
        #expect(notice == "there is a newer version: 0.2.0")
        await updates.untilReady()
        await stage.end()
    }

    @Test("connects with a ticket where the profile asks for one")
    func ticket() async throws {
        let stage = try CommunityStage(usesTickets: true) { request in
            guard request.path == "/api/v1/devices/chat-session" else { return nil }
            return CommunityStage.success(#"{"token": "ticket-1", "expiresIn": "60"}"#)
        }
        _ = await stage.begin()
        #expect(stage.broker.connects.first?.headers["Authorization"] == "Bearer ticket-1")
        await stage.end()
    }

    @Test(
        "shows a refusal as the server wants it shown",
        arguments: ["toast", "dialog", "none", nil]
    )
    func display(_ type: String?) async throws {
        let stage = try CommunityStage { request in
            guard request.path.hasSuffix("/pin") else { return nil }
            return CommunityStage.failure(409, "THREAD409", message: "too many pins", display: type)
        }
        var updates = await stage.begin()
        await stage.session.perform(.pin(threadID: "1", true))
        await stage.session.perform(.send(Draft(" "), threadID: "1"))
        await stage.session.perform(.mute(threadID: "1", true))
        var shown: [String] = []
        await updates.first { update -> Bool? in
            switch update {
            case .failed(let report) where report.problem == "too many pins": shown.append("toast")
            case .dialog: shown.append("dialog")
            case .thread(let thread) where thread.isMuted: return shown.isEmpty && type != "none" ? nil : true
            default: break
            }
            return !shown.isEmpty ? true : nil
        }
        #expect(shown == (type == "none" ? [] : [type ?? "toast"]))
        await stage.end()
    }
}
