import Community
import Synchronization
import TestSupport
import Testing

@testable import Chat

/// The contract allows many forms; a session has to be the same with all of them.
@Suite("A session with a server of odd forms", .timeLimit(.minutes(10)))
struct OddFormsTests {
    private static let moment: Int64 = 1_796_011_506_000

    private static let times = [
        #""2026-11-30T04:05:06.000Z""#, #""2026-11-30T04:05:06""#, #""2026-11-30T13:05:06+09:00""#,
        "1796011506000", #""1796011506000""#, "[2026,11,30,4,5,6]", "[2026,11,30,4,5,6,0]", #""2026-11-30 04:05:06""#,
    ]

    private static func list(_ request: ScriptedHTTPServer.Request) -> ScriptedHTTPServer.Answer {
        if request.target.contains("offset=50") {
            return CommunityStage.success(#"{"pinned": [], "threads": [], "nextOffset": 100.0, "total": 3}"#)
        }
        if request.target.contains("offset=100") {
            return CommunityStage.success(
                #"{"threads": [{"threadId": "3", "title": "Late", "isJoined": 1, "unreadCount": "-4"}], "total": 3.0}"#
            )
        }
        return CommunityStage.success(
            #"""
            {"pinned": [{"threadId": 2.0, "title": "Pinned", "isPinned": "true", "isJoined": "1", "unreadCount": 1,
                "category": "POTTERY", "myRole": "EMPEROR", "surprise": {"a": [1, 2]}}],
             "threads": [
                {"threadId": 1, "title": "First", "isJoined": true, "memberCount": "12", "unreadCount": 2.0},
                {"threadId": {}, "title": "Broken"}, 17, null,
                {"threadId": "4"}
             ], "nextOffset": "50", "total": "3"}
            """#
        )
    }

    private static func page(_ request: ScriptedHTTPServer.Request) -> ScriptedHTTPServer.Answer {
        if request.target.contains("before=") {
            return CommunityStage.success(#"{"messages": [], "hasMore": "false", "nextBefore": null}"#)
        }
        let messages = times.enumerated().reversed().map { index, time in
            #"{"messageId": "\#(index + 1)", "threadId": 1, "senderId": 8.0, "content": "m\#(index + 1)", "type": "HOLOGRAM", "createdAt": \#(time), "files": [7, {"fileId": 3, "fileName": "a.png"}], "reactions": [{"emoji": "👍", "count": "2", "reactedByMe": "1"}, {}]}"#
        }
        let broken = #"{"messageId": "99", "createdAt": "yesterday"}"#
        return CommunityStage.success(
            #"{"messages": [\#((messages + [broken]).joined(separator: ","))], "hasMore": "true", "nextBefore": 1}"#
        )
    }

    @Test("reads lists, messages and events in all of them")
    func everything() async throws {
        let stage = try CommunityStage { request in
            switch request.path {
            case "/api/v1/community/threads": Self.list(request)
            case "/api/v1/community/threads/1/messages": Self.page(request)
            case "/api/v1/members/me": CommunityStage.success(#"{"memberId": 7, "name": "Ann", "email": null}"#)
            default: nil
            }
        }
        var updates = await stage.begin()
        #expect(updates.front.list.map(\.title) == ["Pinned", "First", "Late"])
        #expect(updates.front.list.map(\.unreadCount) == [1, 2, 0])
        #expect(updates.front.list.map(\.memberCount) == [0, 12, 0])
        #expect(updates.front.list.first?.category == "FREE")
        #expect(updates.front.list.first?.role == .member)

        await stage.session.perform(.open(threadID: "1"))
        await updates.until { !$0.messages(in: "1").isEmpty }
        let messages = updates.front.messages(in: "1")
        #expect(messages.map(\.text) == (1...Self.times.count).map { "m\($0)" })
        #expect(messages.allSatisfy { $0.time == Self.moment && $0.kind == .system })
        #expect(messages.allSatisfy { $0.attachments.map(\.id) == ["3"] })
        #expect(messages.allSatisfy { $0.reactions == [Reaction(emoji: "👍", count: 2, isOwn: true)] })
        await stage.session.perform(.loadOlder(threadID: "1"))
        await updates.until { $0.hasOlder["1"] == false }

        let broker = stage.broker
        broker.push("no JSON at all", to: "/user/queue/community/threads/events")
        broker.push("weather.changed", in: "1", #"{"sun": true}"#)
        broker.push("message.created", in: #""1""#, #"{"message": {"messageId": 20}}"#)
        broker.push(
            "message.updated",
            in: "1",
            #"{"message": \#(CommunityStage.message(21, "edited", more: #", "editedAt": 1"#))}"#
        )
        broker.push("message.created", in: "1", #"{"message": \#(CommunityStage.message(22, "m22"))}"#)
        broker.push("message.created", in: "1", #"{"message": \#(CommunityStage.message(21, "m21"))}"#)
        broker.push("message.created", in: "1", #"{"message": \#(CommunityStage.message(22, "m22"))}"#)
        await updates.until { $0.messages(in: "1").suffix(2).map(\.text) == ["edited", "m22"] }
        #expect(updates.front.messages(in: "1").count == Self.times.count + 2)
        #expect(updates.front.faults == [])
        #expect(updates.front.failures == [])
        await stage.end()
    }

    @Test("renews a token that expires in the middle of a request, once for all that wait, and asks again")
    func expiry() async throws {
        let refreshes = Count()
        let stage = try CommunityStage { request in
            if request.path == "/api/v1/auth/refresh" {
                _ = refreshes.next()
                return CommunityStage.success(#"{"accessToken": "access-2", "refreshToken": "refresh-2"}"#)
            }
            let isOld = request.headers["authorization"] == "Bearer access-1"
            let isBusy = request.path.hasSuffix("/messages") || request.path.hasSuffix("/members")
            return isOld && isBusy ? CommunityStage.failure(401, "AUTH401") : nil
        }
        var updates = await stage.begin()
        await stage.session.perform(.open(threadID: "1"))
        await stage.session.perform(.open(threadID: "2"))
        await stage.session.perform(.listMembers(threadID: "1"))
        let members = await updates.first { if case .members(_, let list) = $0 { list } else { nil } }
        #expect(members?.map(\.name) == ["Ann", "Ben", "Benno", "민수"])
        await updates.until { $0.timelines["1"] != nil && $0.timelines["2"] != nil }
        #expect(refreshes.next() == 2)
        #expect(updates.front.failures == [])
        await stage.end()
    }
}
