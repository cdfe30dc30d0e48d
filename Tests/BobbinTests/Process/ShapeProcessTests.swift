import Foundation
import Stomp
import TestSupport
import Testing

@testable import Headless

@Suite("tail and send as processes, with an example profile", .timeLimit(.minutes(2)))
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
}
