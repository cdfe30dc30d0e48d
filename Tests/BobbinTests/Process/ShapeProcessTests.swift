import Foundation
import Stomp
import TestSupport
import Testing
import Transport

@testable import Headless

@Suite("tail and send as processes, with an example profile", .timeLimit(.minutes(10)))
struct ShapeProcessTests {
    private func home(_ name: String, _ server: ShapedServer, rest: ScriptedHTTPServer? = nil) throws -> TemporaryFolder
    {
        let folder = try TemporaryFolder()
        let text = try ShapeStage.profile(name, webSocket: server.base, rest: rest?.url)
        try folder.write(text, to: ".config/bobbin/config.json5")
        return folder
    }

    @Test("send writes to a room in the server's own form, and ends once the message has come back")
    func send() async throws {
        let server = ShapedServer { frame in
            guard frame.headers["destination"] == "/app/chat/rooms/12/messages" else { return [] }
            let text = String(decoding: frame.body, as: UTF8.self)
            let mine = #"{"messageId":"6","content":"hello","sender":{"memberId":7,"nickname":"me"}}"#
            return text.contains("hello") ? [.init("/topic/chat/rooms/12/messages", mine)] : []
        }
        let rest = try ScriptedHTTPServer { _ in .json("{}", status: 500) }
        let home = try home("umc-rooms", server, rest: rest)
        let environment = home.environment.merging(["UMC_TOKEN": "t"]) { $1 }
        let program = Program(["send", "12", "hello"], environment: environment)
        #expect(await program.ended() == 0)
        #expect(
            server.sent(to: "/app/chat/rooms/12/messages")
                == [#"{"content":"hello","contentType":"TEXT","fileMetadataIds":[]}"#]
        )
        let lost = Program(["send", "--timeout", "300ms", "12", "nobody repeats this"], environment: environment)
        #expect(await lost.ended() == 124)
    }

    @Test("send goes over REST where the profile says so, and tells what is refused")
    func sendOverREST() async throws {
        let server = ShapedServer { _ in [] }
        let rest = try ScriptedHTTPServer { request in
            switch request.target {
            case "/api/chat/sender":
                request.text.contains("no")
                    ? .json(#"{"m":"not now"}"#, status: 403) : .json(#"{"result":{"messageId":9}}"#)
            default: .json(#"{"result":[]}"#)
            }
        }
        let home = try home("project-final", server, rest: rest)
        let environment = home.environment.merging(["SCHOOL_TOKEN": "s"]) { $1 }
        #expect(await Program(["send", "3", "hi"], environment: environment).ended() == 0)
        let refused = Program(["send", "3", "no"], environment: environment)
        #expect(await refused.allErrors().contains("403"))
        #expect(await refused.ended() == 4)
        #expect(
            rest.requests.filter { $0.method == "POST" }.map(\.text) == [
                #"{"message":"hi","roomId":3}"#, #"{"message":"no","roomId":3}"#,
            ]
        )
    }

    @Test("tail prints a room's messages by its name, and nothing that is no message")
    func tail() async throws {
        let server = ShapedServer { frame in
            guard frame.command == .subscribe, frame.headers["destination"]?.hasSuffix("events") == true else {
                return []
            }
            func event(_ type: String, _ room: Int, _ text: String) -> ShapedServer.Delivery {
                let message = #"{"messageId":31,"content":"\#(text)","sender":{"name":"Ann"}}"#
                return .init(
                    "/user/queue/community/threads/events",
                    #"{"type":"\#(type)","payload":{"threadId":\#(room),"message":\#(message)}}"#
                )
            }
            return [
                event("typing", 5, "typing"), event("message.created", 6, "elsewhere"),
                event("message.created", 5, "here"),
            ]
        }
        let home = try home("umc-threads", server)
        let environment = home.environment.merging(["UMC_TOKEN": "t"]) { $1 }
        let program = Program(["tail", "-q", "-o", "json", "--count", "1", "5"], environment: environment)
        let line = String(decoding: await program.allOutput(), as: UTF8.self)
        #expect(await program.ended() == 0)
        #expect(
            line.contains(#""text":"here""#) && line.contains(#""thread":"5""#) && line.contains(#""sender":"Ann""#)
        )
    }

    /// A room with a history of so many messages, by cursor, two a page.
    private func historyServer(_ count: Locked<Int>) throws -> ScriptedHTTPServer {
        try ScriptedHTTPServer { request in
            guard request.headers["authorization"] == "Bearer t" else { return .json("{}", status: 401) }
            if request.target == "/api/v1/chat/rooms" {
                return .json(#"{"result":{"rooms":[{"roomId":12,"title":"Tea"}]}}"#)
            }
            guard request.target.hasPrefix("/api/v1/chat/rooms/12/messages?") else { return .json("{}", status: 404) }
            let cursor = request.target.firstMatch(of: /cursor=(\d+)/).flatMap { Int($0.1) }
            let newest = min(cursor.map { $0 - 1 } ?? .max, count.withLock { $0 })
            let ids = stride(from: newest, to: max(0, newest - 2), by: -1)
            // Identifiers that tell nothing of the order.
            let items = ids.map { id in
                #"{"messageId":"\#(id % 7)-\#(id)","content":"m\#(id)","sender":{"memberId":8,"nickname":"Ann"},"#
                    + #""contentType":"TEXT","createdAt":"2026-11-30T09:00:\#(10 + id)Z"}"#
            }
            let next = newest > 2 ? "\"\(newest - 1)\"" : "null"
            return .json(
                #"{"result":{"content":[\#(items.joined(separator: ","))],"nextCursor":\#(next),"hasNext":\#(newest > 2)}}"#
            )
        }
    }

    @Test("tail prints a room's history from the server's API, as much of it as is wanted")
    func history() async throws {
        let count = Locked(9)
        let rest = try historyServer(count)
        let home = try home("umc-rooms", ShapedServer { _ in [] }, rest: rest)
        let environment = home.environment.merging(["UMC_TOKEN": "t"]) { $1 }
        let cases: [([String], [Int])] = [
            (["-n", "3"], [7, 8, 9]), (["-n", "all"], Array(1...9)), (["--after", "5-5"], [6, 7, 8, 9]),
            (["-n", "+5-5"], [5, 6, 7, 8, 9]), (["--since", "2026-11-30T09:00:17Z"], [7, 8, 9]),
            (["-n", "2", "--until", "2026-11-30T09:00:17Z"], [5, 6]), (["-n", "2", "--grep", "[13]$"], [1, 3]),
        ]
        for (words, expected) in cases {
            let program = Program(["tail", "-qe", "-o", "cat"] + words + ["12"], environment: environment)
            let text = String(decoding: await program.allOutput(), as: UTF8.self)
            #expect(text == expected.map { "m\($0)\n" }.joined(), "\(words)")
            #expect(await program.ended() == 0)
        }
        let lost = Program(["tail", "-qe", "--after", "gone", "12"], environment: environment)
        #expect(await lost.allErrors().contains("there is no message gone"))
        #expect(await lost.ended() == 4)
    }

    @Test("tail goes on in a room's history by its cursor file, and follows without a seam")
    func historyByCursor() async throws {
        let count = Locked(3)
        let rest = try historyServer(count)
        let server = ShapedServer { frame in
            guard frame.command == .subscribe else { return [] }
            // It comes live and stands in the history.
            count.withLock { $0 = 6 }
            let live =
                #"{"messageId":"6-6","content":"m6","sender":{"memberId":8,"nickname":"Ann"},"contentType":"TEXT"}"#
            return [.init("/topic/chat/rooms/12/messages", live)]
        }
        let home = try home("umc-rooms", server, rest: rest)
        let environment = home.environment.merging(["UMC_TOKEN": "t"]) { $1 }
        let words = ["tail", "-q", "-o", "cat", "--cursor-file", "\(home.path)/seen"]
        let first = Program(words + ["-e", "-n", "2", "12"], environment: environment)
        #expect(await first.allOutput() == Array("m2\nm3\n".utf8))
        #expect(await first.ended() == 0)
        let next = Program(words + ["--count", "3", "12"], environment: environment)
        #expect(String(decoding: await next.allOutput(), as: UTF8.self) == "m4\nm5\nm6\n")
        #expect(await next.ended() == 0)
        let last = Program(words + ["-e", "12"], environment: environment)
        #expect(await last.allOutput() == [])
        #expect(await last.ended() == 0)
    }

    @Test("doctor asks the API beside the broker, and looks at the token")
    func doctor() async throws {
        let rest = try historyServer(Locked(1))
        let home = try home("umc-rooms", ShapedServer { _ in [] }, rest: rest)
        let run = { (token: String) in
            let program = Program(["doctor"], environment: home.environment.merging(["UMC_TOKEN": token]) { $1 })
            return (String(decoding: await program.allOutput(), as: UTF8.self), await program.ended())
        }
        let (well, code) = await run("t")
        #expect(well.contains(/ok +rest +it lists 1 room/))
        #expect(well.contains(/ok +token +there is one/))
        #expect(code == 0)
        let (refused, other) = await run("wrong")
        #expect(refused.contains(/failed +rest +no list of rooms: the server answered 401/))
        #expect(other == 3)
    }
}
