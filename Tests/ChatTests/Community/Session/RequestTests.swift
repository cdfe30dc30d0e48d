import Community
import FoundationEssentials
import Stomp
import Synchronization
import TestSupport
import Testing

@testable import Chat

@Suite("What people ask of a community", .timeLimit(.minutes(10)))
struct RequestTests {
    private func notice(_ updates: inout Watched) async -> String? {
        await updates.first { if case .notice(let text) = $0 { text } else { nil } }
    }

    private func body(of path: String, _ stage: CommunityStage) -> String? {
        stage.server.requests.last { $0.path == path }?.text
    }

    @Test("invites by names, with numbers on the wire, each once")
    func invite() async throws {
        let stage = try CommunityStage { request in
            guard request.path == "/api/v1/community/threads/1/invitable" else { return nil }
            return CommunityStage.success(
                request.target.contains("offset=0")
                    ? #"{"items": [{"memberId": "20", "name": "Cho"}], "nextOffset": "1", "total": "2"}"#
                    : #"{"items": [{"memberId": "21", "name": "Dana"}], "total": "2"}"#
            )
        }
        var updates = await stage.begin()
        await stage.session.perform(.invite(threadID: "1", names: ["@dana", "cho", "21"]))
        #expect(await notice(&updates) == "invited Dana, Cho")
        #expect(body(of: "/api/v1/community/threads/1/invite", stage) == #"{"memberIds":[21,20]}"#)
        await stage.session.perform(.invite(threadID: "1", names: ["zoe"]))
        #expect(await updates.failure()?.problem == "no member is called zoe")
        await stage.end()
    }

    @Test("pins and mutes, and shows and says it when the server has agreed")
    func pin() async throws {
        let stage = try CommunityStage()
        var updates = await stage.begin()
        await stage.session.perform(.pin(threadID: "2", true))
        await updates.until { $0.threads["2"]?.isPinned == true }
        #expect(await notice(&updates)?.hasSuffix(" is pinned") == true)
        await stage.session.perform(.mute(threadID: "2", true))
        await updates.until { $0.threads["2"]?.isMuted == true }
        #expect(await notice(&updates)?.hasSuffix(" is muted") == true)
        await stage.session.perform(.pin(threadID: "2", false))
        await updates.until { $0.threads["2"]?.isPinned == false }
        #expect(await notice(&updates)?.hasSuffix(" is not pinned any more") == true)
        #expect(stage.server.requests.last?.method == "DELETE")
        await stage.end()
    }

    @Test("gives roles, removes members, and says whom it did not find")
    func roles() async throws {
        let stage = try CommunityStage()
        var updates = await stage.begin()
        await stage.session.perform(.changeRole(threadID: "1", name: "민수", .admin))
        #expect(await notice(&updates) == "민수 is now an administrator")
        #expect(body(of: "/api/v1/community/threads/1/members/10/role", stage) == #"{"role":"ADMIN"}"#)
        await stage.session.perform(.kick(threadID: "1", name: "ben"))
        #expect(await notice(&updates) == "removed Ben")
        await stage.session.perform(.kick(threadID: "1", name: "b"))
        #expect(await updates.failure()?.problem == "several members are called b: Ben (8), Benno (9)")
        await stage.end()
    }

    @Test("makes a thread and shows it, and refuses a category there is none of")
    func create() async throws {
        let stage = try CommunityStage { request in
            guard request.method == "POST", request.path == "/api/v1/community/threads" else { return nil }
            return CommunityStage.success(#"{"threadId": "30", "title": "Swift", "isJoined": true, "myRole": "OWNER"}"#)
        }
        var updates = await stage.begin()
        await stage.session.perform(.createThread(title: "Swift", detail: "", category: "study"))
        let joined = await updates.first { if case .joined(let thread) = $0 { thread } else { nil } }
        #expect(joined?.id == "30" && joined?.role == .owner)
        #expect(body(of: "/api/v1/community/threads", stage)?.contains(#""category":"STUDY""#) == true)
        await stage.session.perform(.createThread(title: "X", detail: "", category: "pottery"))
        #expect(await updates.failure()?.problem == "there is no category pottery")
        await stage.end()
    }

    @Test("joins what a search finds, and leaves again")
    func join() async throws {
        let stage = try CommunityStage { request in
            switch request.path {
            case "/api/v1/community/threads" where request.target.contains("q=open"):
                CommunityStage.success(#"{"threads": [{"threadId": "40", "title": "Open Space", "isJoined": false}]}"#)
            case "/api/v1/community/threads/40":
                CommunityStage.success(#"{"threadId": "40", "title": "Open Space", "isJoined": true}"#)
            default: nil
            }
        }
        var updates = await stage.begin()
        await stage.session.perform(.join("open"))
        let joined = await updates.first { if case .joined(let thread) = $0 { thread.title } else { nil } }
        #expect(joined == "Open Space")
        #expect(stage.server.requests.contains { $0.path == "/api/v1/community/threads/40/join" })
        await stage.session.perform(.leave(threadID: "40"))
        let left = await updates.first { update -> Bool? in
            if case .left("40", let reason) = update { reason == nil } else { nil }
        }
        #expect(left == true)
        await stage.end()
    }

    @Test("finds messages with the thread each is in")
    func search() async throws {
        let stage = try CommunityStage { request in
            guard request.path == "/api/v1/community/search" else { return nil }
            return CommunityStage.success(
                #"{"messages": [\#(CommunityStage.message(5, in: 2, "needle"))], "hasMore": true}"#
            )
        }
        var updates = await stage.begin()
        await stage.session.perform(.search("needle", threadID: nil))
        let found = await updates.first { update -> [ChatMessage]? in
            guard case .found(let findings) = update, findings.query == "needle", findings.hasMore else { return nil }
            return findings.hits.map(\.message)
        }
        #expect(found?.map(\.threadID) == ["2"])
        await stage.end()
    }

    @Test("lists notifications, and tells the server that they were seen")
    func notifications() async throws {
        let stage = try CommunityStage { request in
            guard request.path == "/api/v1/notifications" else { return nil }
            return CommunityStage.success(
                #"{"items": [{"notificationId": "3", "kind": "MENTION", "text": "hey", "createdAt": "2026-11-30T04:05:06Z"}]}"#
            )
        }
        var updates = await stage.begin()
        await stage.session.perform(.listNotifications)
        let list = await updates.first { if case .notifications(let list) = $0 { list } else { nil } }
        #expect(list?.map(\.kind) == [.mention])
        await stage.session.perform(.showProfile)
        await updates.first { if case .member = $0 { true } else { nil } }
        while !stage.server.requests.contains(where: { $0.path == "/api/v1/notifications/read" }) { await Task.yield() }
        #expect(body(of: "/api/v1/notifications/read", stage) == #"{"upTo":3}"#)
        await stage.end()
    }

    @Test("uploads files with progress before the message, and saves what comes without overwriting")
    func files() async throws {
        let folder = URL.temporaryDirectory.appending(path: "bobbin-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = "\(folder)/picture.png"
        #expect(FileManager.default.createFile(atPath: path, contents: Data(repeating: 7, count: 100_000)))
        let stage = try CommunityStage { request in
            switch (request.method, request.path) {
            case ("POST", "/api/v1/files"):
                CommunityStage.success(#"{"fileId": "70", "uploadUrl": "/put/70", "headers": {}}"#)
            case ("PUT", "/put/70"): .response(204)
            case ("GET", "/files/70"): .response(200, body: Array("bytes".utf8))
            default: nil
            }
        }
        var updates = await stage.begin()
        var sent = stage.broker.received.makeAsyncIterator()
        await stage.session.perform(.send(Draft("", files: [path]), threadID: "1"))
        let frame = try #require(await sent.next(isolation: #isolation))
        #expect(frame.text.contains(#""fileMetadataIds":["70"]"#))
        #expect(frame.text.contains(#""type":"IMAGE""#))
        #expect(frame.string("content") == "picture.png")
        let isOver = await updates.first { update -> Bool? in
            if case .upload(_, _, nil) = update { true } else { nil }
        }
        #expect(isOver == true)
        #expect(updates.front.messages(in: "1").first?.attachments.map(\.name) == ["picture.png"])

        let hostile = Attachment(id: "70", name: "../picture.png", size: 5, url: "/files/70")
        await stage.session.perform(.download(hostile, to: folder))
        #expect(await updates.failure()?.problem.contains("there is a file of this name") == true)
        await stage.session.perform(.download(hostile, to: "\(folder)/other"))
        #expect(await notice(&updates) == "saved as \(folder)/other")
        #expect(FileManager.default.contents(atPath: "\(folder)/other") == Data("bytes".utf8))
        await stage.end()
    }

    @Test("fails a message whose file is not there, and keeps it for another try")
    func missingFile() async throws {
        let stage = try CommunityStage()
        var updates = await stage.begin()
        await stage.session.perform(.send(Draft("look", files: ["/nonexistent/a.png"]), threadID: "1"))
        await updates.until { front in
            guard case .failed(let reason)? = front.messages(in: "1").first?.delivery else { return false }
            return reason.contains("/nonexistent/a.png")
        }
        await stage.end()
    }
}
