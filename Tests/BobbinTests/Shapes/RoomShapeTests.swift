import Chat
import Foundation
import Stomp
import Synchronization
import TestSupport
import Testing

@testable import bobbin

@Suite("Example profiles of servers with rooms and an API", .timeLimit(.minutes(10)))
struct RoomShapeTests {
    private typealias Request = ScriptedHTTPServer.Request

    /// Items in a list, newest first.
    private static func list(_ ids: some Sequence<Int>, _ item: (Int) -> String) -> String {
        "[" + ids.map(item).joined(separator: ",") + "]"
    }

    @Test("umc-rooms: rooms and history by cursor come over REST, topics bring what is new")
    func umcRooms() async throws {
        @Sendable func item(_ id: Int) -> String {
            #"{"messageId":"\#(id)","content":"m\#(id)","sender":{"memberId":8,"nickname":"민지"},"#
                + #""contentType":"TEXT","createdAt":"2026-11-30T09:00:\#(10 + id)Z"}"#
        }
        let rest = try ScriptedHTTPServer { request in
            guard request.headers["authorization"] == "Bearer t-1" else { return .json("{}", status: 401) }
            switch request.target {
            case "/api/v1/chat/rooms":
                return .json(#"{"success":true,"result":{"rooms":[{"roomId":12,"title":"Tea","unreadCount":2}]}}"#)
            case "/api/v1/chat/rooms/12/messages?size=30":
                return .json(
                    #"{"result":{"content":\#(Self.list([5, 4, 3], item)),"nextCursor":"c/3","hasNext":true}}"#
                )
            case "/api/v1/chat/rooms/12/messages?cursor=c%2F3&size=30":
                return .json(#"{"result":{"content":\#(Self.list([2, 1], item)),"nextCursor":null,"hasNext":false}}"#)
            default: return .json("{}", status: 404)
            }
        }
        let server = ShapedServer(gate: {
            $0.headers["Authorization"] == "Bearer t-1" ? nil : BrokerAnswer.error("401")
        }) { frame in
            switch frame.headers["destination"] {
            case "/app/chat/rooms/12/messages":
                let mine =
                    #"{"messageId":"6","content":"hello","sender":{"memberId":7,"nickname":"me"},"contentType":"TEXT"}"#
                return [.init("/topic/chat/rooms/12/messages", mine)]
            case "/app/chat/rooms/12/messages.bad": return []
            default: return []
            }
        }
        let stage = try ShapeStage("umc-rooms", server, rest: rest, environment: ["UMC_TOKEN": "t-1"])
        #expect(await stage.connect())
        let rooms = await stage.first { if case .threads(let threads) = $0 { threads } else { nil } }
        #expect(rooms?.map(\.title) == ["Tea"])
        #expect(rooms?.map(\.unreadCount) == [2])
        await stage.session.perform(.open(threadID: "12"))
        let read = await stage.first { if case .thread(let thread) = $0 { thread.unreadCount } else { nil } }
        #expect(read == 0)
        let newest = try #require(await stage.nextMessages())
        #expect(newest.messages.map(\.text) == ["m3", "m4", "m5"])
        #expect(newest.messages.map(\.sender) == ["민지", "민지", "민지"])
        await stage.session.perform(.loadOlder(threadID: "12"))
        #expect(await stage.nextMessages()?.messages.map(\.text) == ["m1", "m2"])
        #expect(await stage.send("hello", to: "12") == .delivered)
        #expect(
            server.sent(to: "/app/chat/rooms/12/messages")
                == [#"{"content":"hello","contentType":"TEXT","fileMetadataIds":[]}"#]
        )
        #expect(
            Set(server.received(.subscribe).compactMap { $0.headers["destination"] })
                == ["/topic/chat/rooms/12/messages", "/user/queue/errors"]
        )
        #expect(await stage.end(counting: "hello") == 1)
    }

    @Test("umc-threads: one stream brings all threads, and what is refused comes on a queue of its own")
    func umcThreads() async throws {
        let rest = try ScriptedHTTPServer { request in
            request.target == "/api/v1/community/threads/5/messages?limit=30"
                ? .json(#"{"result":{"messages":[{"messageId":"30","content":"old","sender":{"name":"Ann"}}]}}"#)
                : .json("no", status: 500)
        }
        let server = ShapedServer { frame in
            func event(_ type: String, _ message: String) -> ShapedServer.Delivery {
                .init(
                    "/user/queue/community/threads/events",
                    #"{"type":"\#(type)","payload":{"threadId":5,"message":\#(message)}}"#
                )
            }
            if frame.command == .subscribe, frame.headers["destination"]?.hasSuffix("events") == true {
                return [
                    event("typing", #"{"name":"Ann"}"#),
                    event("message.created", #"{"messageId":31,"content":"hi","sender":{"name":"Ann"}}"#),
                ]
            }
            let id = frame.headers["x-command-id"] ?? ""
            switch String(decoding: frame.body, as: UTF8.self) {
            case #"{"content":"bad"}"#:
                let refusal = #"{"success":false,"code":"THREAD400","message":"too rude","commandId":"\#(id)"}"#
                return [.init("/user/queue/errors", refusal)]
            case #"{"content":"good"}"#:
                let message = #"{"messageId":32,"content":"good","clientMessageId":"\#(id)","sender":{"name":"me"}}"#
                return [event("message.created", message)]
            default: return []
            }
        }
        let stage = try ShapeStage("umc-threads", server, rest: rest, environment: ["UMC_TOKEN": "t"])
        await stage.session.start()
        let live = try #require(await stage.nextMessages())
        #expect(live.threadID == "5")
        #expect(live.messages.map(\.text) == ["hi"])
        await stage.session.perform(.open(threadID: "5"))
        #expect(await stage.nextMessages()?.messages.map(\.text) == ["old", "hi"])
        #expect(
            await stage.send("bad", to: "5") == .failed(reason: "the server refused: THREAD400: too rude")
        )
        #expect(await stage.send("good", to: "5") == .delivered)
        #expect(await stage.end(counting: "good") == 1)
        #expect(server.received(.subscribe).compactMap { $0.headers["destination"] }.count == 2)
    }

    /// A token of three parts that ends at a time.
    private static func token(_ name: String, endsIn seconds: Int64) -> String {
        let end = BrokerSession.systemTime() / 1000 + seconds
        let claims = Data(#"{"sub":"\#(name)","exp":\#(end)}"#.utf8).base64EncodedString()
        return "e30.\(claims.replacingOccurrences(of: "=", with: "")).sig-\(name)"
    }

    @Test("pennyway: a token that is about to end is renewed by its cookie before the first CONNECT, and used for REST")
    func pennyway() async throws {
        let (old, new) = (Self.token("old", endsIn: 5), Self.token("new", endsIn: 3600))
        let rest = try ScriptedHTTPServer { request in
            if request.target == "/v1/auth/refresh" {
                guard request.method == "GET", request.headers["cookie"] == "refreshToken=r-1" else {
                    return .json("{}", status: 401)
                }
                return .response(
                    200,
                    headers: [
                        ("Authorization", "Bearer \(new)"), ("Set-Cookie", "other=x; Path=/"),
                        ("Set-Cookie", "refreshToken=r-2; Path=/; HttpOnly"),
                    ],
                    body: []
                )
            }
            guard request.headers["authorization"] == "Bearer \(new)" else { return .json("{}", status: 401) }
            switch request.target {
            case "/v2/chat-rooms?page=0&size=30":
                return .json(#"{"data":{"chatRooms":{"contents":[{"id":3,"title":"절약방"}],"hasNext":false}}}"#)
            case "/v2/chat-rooms/3/chats?size=30":
                let item = #"{"chatId":100,"content":"안녕","senderId":9,"createdAt":"2026-11-30 18:00:00"}"#
                return .json(#"{"data":{"chats":{"contents":[\#(item)],"hasNext":false}}}"#)
            default: return .json("{}", status: 404)
            }
        }
        let server = ShapedServer(
            receipts: true,
            gate: { frame in
                frame.headers["Authorization"] == "Bearer \(new)" && frame.headers["device-id"] == "bobbin-1"
                    ? nil : BrokerAnswer.error("auth401")
            },
            { frame in
                guard frame.headers["destination"] == "/pub/chat.message.3" else { return [] }
                let echo =
                    #"{"chatRoomId":3,"chatId":101,"content":"hello","contentType":"TEXT","categoryType":"NORMAL","#
                    + #""createdAt":"2026-11-30 18:00:05","senderId":42}"#
                return [.init("/sub/chat.room.3", echo)]
            }
        )
        let stage = try ShapeStage("pennyway", server, rest: rest, environment: ["PENNYWAY_TOKEN": old])
        try stage.folder.write("r-1\n", to: "pennyway-refresh-token")
        #expect(await stage.connect())
        _ = await stage.first { if case .threads = $0 { true } else { nil } }
        await stage.session.perform(.open(threadID: "3"))
        let history = try #require(await stage.nextMessages())
        #expect(history.messages.map(\.text) == ["안녕"])
        #expect(history.messages.map(\.sender) == ["9"])
        // 18:00 in Seoul.
        #expect(history.messages.map(\.time) == [1_796_029_200_000])
        #expect(await stage.send("hello", to: "3") == .delivered)
        #expect(await stage.end(counting: "hello") == 1)
        #expect(server.sent(to: "/pub/chat.message.3") == [#"{"content":"hello","contentType":"TEXT"}"#])
        #expect(server.received(.send).allSatisfy { $0.headers["receipt"] != nil })
        // What renews once is worth nothing without its successor.
        let kept = try String(contentsOfFile: stage.folder.path + "/pennyway-refresh-token", encoding: .utf8)
        #expect(kept == "r-2\n")
        #expect(rest.requests.filter { $0.path == "/v1/auth/refresh" }.count == 1)
    }

    @Test("windmeal: the token is in the query and in every frame, and rooms go as numbers")
    func windmeal() async throws {
        let rest = try ScriptedHTTPServer { request in
            switch request.target {
            case "/chat/chatroom?page=0&size=30":
                return .json(
                    #"{"data":{"content":[{"chatroomId":12,"opponentNickname":"준호","uncheckedMessageCount":1}],"last":true}}"#
                )
            case "/chat/12?page=0&size=30":
                let mine = #"{"messageId":2,"message":"mine","senderId":7,"sendTime":[2026,11,30,9,0],"isFromMe":true}"#
                let theirs =
                    #"{"messageId":1,"message":"theirs","senderId":8,"sendTime":[2026,11,30,8,0],"isFromMe":false}"#
                return .json(#"{"data":{"content":[\#(mine),\#(theirs)],"last":false}}"#)
            case "/chat/12?page=1&size=30":
                // A page may be moved by what came since: the same message twice.
                let again = #"{"messageId":1,"message":"theirs","senderId":8,"isFromMe":false}"#
                let older = #"{"messageId":0,"message":"oldest","senderId":8,"isFromMe":false}"#
                return .json(#"{"data":{"content":[\#(again),\#(older)],"last":true}}"#)
            default: return .json("{}", status: 404)
            }
        }
        let server = ShapedServer(receipts: true) { _ in [] }
        let stage = try ShapeStage("windmeal", server, rest: rest, environment: ["WINDMEAL_TOKEN": "a/b"])
        #expect(await stage.connect())
        _ = await stage.first { if case .threads = $0 { true } else { nil } }
        await stage.session.perform(.open(threadID: "12"))
        let history = await stage.first { $0.shown.flatMap { $0.messages.isEmpty ? nil : $0.messages } }
        #expect(history?.map(\.text) == ["theirs", "mine"])
        #expect(history?.map(\.isOwn) == [false, true])
        await stage.session.perform(.loadOlder(threadID: "12"))
        #expect(await stage.nextMessages()?.messages.map(\.text) == ["oldest"])
        #expect(await stage.send("hi", to: "12") == .delivered)
        await stage.session.disconnect()
        #expect(server.broker.upgrades.map(\.target) == ["/stomp/chat?token=a%2Fb"])
        #expect(
            server.sent(to: "/pub/chat.message.12")
                == [#"{"chatRoomId":12,"message":"hi","opponentAlarmToken":"","type":"TEXT"}"#]
        )
        #expect(server.broker.received.allSatisfy { $0.headers["Authorization"] == "Bearer a/b" })
        #expect(
            server.received(.subscribe).map { $0.headers["destination"] } == ["/exchange/chat.exchange/room.12"]
        )
    }

    @Test("packup: a call that meets 401 renews the token once, by a POST, and goes through")
    func packup() async throws {
        let rest = try ScriptedHTTPServer { request in
            switch (request.method, request.target) {
            case ("POST", "/api/auth/refresh"):
                return request.text == #"{"refreshToken":"r-\"1"}"#
                    ? .json(#"{"response":{"accessToken":"new","refreshToken":"r-2"}}"#) : .json("{}", status: 401)
            case _ where request.headers["authorization"] != "Bearer new":
                return .json("{}", status: 401)
            case ("GET", "/api/chat/room/list?page=1"):
                return .json(#"{"response":{"content":[{"seq":4,"title":"짐 싸기"}],"hasNext":false}}"#)
            case ("GET", "/api/chat/message/list/4?page=1"):
                return .json(
                    #"{"response":{"content":[{"seq":1,"message":"first","userSeq":5,"nickname":"Ann"}],"hasNext":true}}"#
                )
            case ("GET", "/api/chat/message/list/4?page=2"):
                return .json("<html>down</html>", status: 502)
            default: return .json("{}", status: 404)
            }
        }
        let server = ShapedServer { frame in
            guard frame.headers["destination"] == "/pub/send.message" else { return [] }
            return [.init("/topic/chat/room/4", #"{"seq":2,"message":"hello","userSeq":3,"nickname":"me"}"#)]
        }
        let stage = try ShapeStage("packup", server, rest: rest, environment: ["PACKUP_TOKEN": "stale"])
        try stage.folder.write(#"r-"1"#, to: "packup-refresh-token")
        #expect(await stage.connect())
        _ = await stage.first { if case .threads(let threads) = $0, !threads.isEmpty { true } else { nil } }
        await stage.session.perform(.open(threadID: "4"))
        #expect(await stage.nextMessages()?.messages.map(\.text) == ["first"])
        // A page that is broken costs history, with one line that says so.
        await stage.session.perform(.loadOlder(threadID: "4"))
        let failure = await stage.first { if case .failed(let report) = $0 { report.description } else { nil } }
        #expect(failure == "no older messages of 짐 싸기: the server answered 502")
        #expect(await stage.send("hello", to: "4") == .delivered)
        #expect(await stage.end(counting: "hello") == 1)
        #expect(server.sent(to: "/pub/send.message") == [#"{"chatRoomSeq":4,"fileFlag":"N","message":"hello"}"#])
        #expect(server.broker.upgrades.map(\.authorization) == ["Bearer stale"])
        #expect(rest.requests.filter { $0.path == "/api/auth/refresh" }.count == 1)
    }

    @Test("chat-example: SockJS frames carry STOMP, and a room has a key for each kind of message")
    func chatExample() async throws {
        let server = ShapedServer(receipts: true) { frame in
            guard frame.headers["destination"] == "/pub/chat.message.1" else { return [] }
            let echo =
                #"{"messageId":5,"roomId":"1","memberName":"kim","message":"hi \"there\" 💬","regDate":1796031605}"#
            let enter = #"{"messageId":4,"roomId":"1","memberName":"Ann","message":"Ann came","regDate":1796031600}"#
            return [
                .init("/exchange/chat.exchange/enter.room.1", enter), .init("/exchange/chat.exchange/*.room.1", enter),
                .init("/exchange/chat.exchange/*.room.1", echo),
            ]
        }
        let stage = try ShapeStage("chat-example", server)
        #expect(await stage.connect())
        #expect(await stage.send("hi \"there\" 💬", to: "1") == .delivered)
        #expect(
            server.sent(to: "/pub/chat.message.1") == [#"{"memberName":"kim","message":"hi \"there\" 💬","roomId":"1"}"#]
        )
        #expect(await stage.end(counting: "hi \"there\" 💬") == 1)
        #expect(stage.told.compactMap(\.shown).flatMap(\.messages).filter { $0.text == "Ann came" }.count == 1)
        let target = try #require(server.broker.upgrades.first?.target)
        let parts = target.split(separator: "/").map(String.init)
        #expect(parts.count == 5 && parts[0] == "stomp" && parts[1] == "chat" && parts[4] == "websocket")
        #expect(parts[2].count == 3 && parts[2].allSatisfy(\.isNumber) && parts[3].count >= 8)
    }

    @Test("project-final: a message is sent by a POST, and what the topic brings of it is no second one")
    func projectFinal() async throws {
        let posted = Mutex<[String]>([])
        let rest = try ScriptedHTTPServer { request in
            guard request.headers["authorization"] == "Bearer s" else { return .json("{}", status: 401) }
            switch (request.method, request.target) {
            case ("GET", "/api/teacher/chats"):
                return .json(#"{"result":[{"roomId":3,"opponentName":"학부모"}]}"#)
            case ("GET", "/api/chat/detail/3"):
                return .json(
                    #"{"result":[{"messageId":1,"message":"a","senderName":"P"},{"messageId":2,"message":"b","senderName":"P"}]}"#
                )
            case ("POST", "/api/chat/sender"):
                posted.withLock { $0.append(request.text) }
                return request.text.contains("forbidden")
                    ? .json(#"{"message":"not now"}"#, status: 403) : .json(#"{"result":{"messageId":9}}"#)
            default: return .json("{}", status: 404)
            }
        }
        let server = ShapedServer { _ in [] }
        let stage = try ShapeStage("project-final", server, rest: rest, environment: ["SCHOOL_TOKEN": "s"])
        #expect(await stage.connect())
        _ = await stage.first { if case .threads = $0 { true } else { nil } }
        await stage.session.perform(.open(threadID: "3"))
        #expect(await stage.nextMessages()?.messages.map(\.text) == ["a", "b"])
        #expect(await stage.send("hello", to: "3") == .delivered)
        let refused = await stage.send("forbidden", to: "3")
        #expect(
            refused == .failed(reason: #"the server refused: HTTP 403: {"message":"not now"}"#)
                || refused.map {
                    if case .failed(let reason) = $0 {
                        reason.contains("403") && reason.contains("not now")
                    } else {
                        false
                    }
                } == true
        )
        await stage.session.disconnect()
        #expect(
            posted.withLock { $0 } == [#"{"message":"hello","roomId":3}"#, #"{"message":"forbidden","roomId":3}"#]
        )
        #expect(server.received(.send).isEmpty)
        #expect(server.received(.subscribe).map { $0.headers["destination"] } == ["/sub/item//chat/3"])
    }
}
