import Chat
import Foundation
import Stomp
import TestSupport
import Testing

@testable import bobbin

@Suite("Example profiles of servers with topics and controllers", .timeLimit(.minutes(10)))
struct TopicShapeTests {
    @Test("chatapp: a text goes to the controller, and its echo from the topic is no second message")
    func chatapp() async throws {
        let server = ShapedServer { frame in
            guard frame.headers["destination"] == "/app/chat.sendMessage" else { return [] }
            let body = String(decoding: frame.body, as: UTF8.self)
            let joined = #"{"type":"JOIN","sender":"민지","content":"민지 joined"}"#
            return [.init("/topic/public", joined), .init("/topic/public", body)]
        }
        let stage = try ShapeStage("chatapp", server)
        #expect(await stage.connect())
        #expect(await stage.send("a \"quoted\"\nline", to: "/topic/public") == .delivered)
        #expect(
            server.sent(to: "/app/chat.sendMessage")
                == [#"{"content":"a \"quoted\"\nline","sender":"kim","type":"CHAT"}"#]
        )
        #expect(server.broker.upgrades.map(\.target) == ["/websocketApp/websocket"])
        #expect(await stage.end(counting: "a \"quoted\"\nline") == 1)
        let joined = stage.told.compactMap(\.shown).flatMap(\.messages).first { $0.sender == "민지" }
        #expect(joined?.kind == .system)
        #expect(joined?.text == "민지 joined")
    }

    @Test("zzol: a room has two destinations, its token is in CONNECT, and late messages stand in their place")
    func zzol() async throws {
        let server = ShapedServer(
            gate: { $0.headers["roomToken"] == "t-1" ? nil : BrokerAnswer.error("unauthorized") },
            { frame in
                guard frame.headers["destination"] == "/app/room/A4B2/chat" else { return [] }
                let body = String(decoding: frame.body, as: UTF8.self)
                func data(_ id: Int, _ text: String, _ second: Int, _ more: String = "") -> String {
                    #"{"success":true,"data":{"messageId":\#(id),"message":"\#(text)","playerName":"루키","#
                        + #""sentAt":[2026,11,30,18,0,\#(second)]\#(more)}}"#
                }
                return [
                    .init("/topic/room/A4B2", data(8, "second", 20)),
                    .init("/queue/room/A4B2", data(7, "first", 10)),
                    // The same once more, on the other destination.
                    .init("/queue/room/A4B2", data(8, "second", 20)),
                    .init("/topic/room/A4B2", #"{"success":true,"data":\#(body)}"#),
                ]
            }
        )
        let stage = try ShapeStage("zzol", server, environment: ["ZZOL_ROOM_TOKEN": "t-1"])
        #expect(await stage.connect())
        #expect(await stage.send("hello", to: "A4B2") == .delivered)
        let sent = try #require(server.sent(to: "/app/room/A4B2/chat").first)
        let body = try #require(try JSONSerialization.jsonObject(with: Data(sent.utf8)) as? [String: String])
        #expect(body["message"] == "hello")
        let id = try #require(body["clientId"])
        #expect(id == id.lowercased() && UUID(uuidString: id) != nil)
        #expect(
            server.received(.subscribe).map { $0.headers["destination"] } == ["/topic/room/A4B2", "/queue/room/A4B2"]
        )
        // Nobody there would answer it.
        #expect(server.received(.subscribe).allSatisfy { $0.headers["receipt"] == nil })
        #expect(server.received(.connect).map { $0.headers["heart-beat"] } == ["4000,4000"])
        #expect(await stage.end(counting: "second") == 1)
        let places = stage.told.compactMap { update -> String? in
            guard case .timeline("A4B2", let change) = update, let text = update.shown?.messages.first?.text else {
                return nil
            }
            if case .inserted(_, let before, _) = change { return "\(text) before \(before ?? "all")" }
            return text
        }
        #expect(places.filter { $0 != "hello" } == ["second", "first before 8"])
    }

    @Test("socket-sample: a text goes to /app/send with headers, and counts as delivered once sent")
    func sample() async throws {
        let server = ShapedServer { frame in
            guard frame.command == .subscribe else { return [] }
            return [.init("/topic/messages", #"{"from":"Ann","text":"hi","at":"1796031605007"}"#)]
        }
        let stage = try ShapeStage("socket-sample", server, environment: ["SAMPLE_TOKEN": "abc", "USER": "kim"])
        #expect(await stage.connect())
        let heard = try #require(await stage.nextMessages())
        #expect(heard.messages.map(\.text) == ["hi"])
        #expect(heard.messages[0].sender == "Ann")
        #expect(heard.messages[0].time == 1_796_031_605_007)
        #expect(await stage.send("hello", to: "/topic/messages") == .delivered)
        await stage.session.disconnect()
        let send = try #require(server.received(.send).first)
        #expect(send.headers["destination"] == "/app/send")
        #expect(send.headers["x-message-id"].flatMap(UUID.init(uuidString:)) != nil)
        #expect(send.headers["content-type"] == "application/json")
        #expect(server.received(.connect).map { $0.headers["Authorization"] } == ["Bearer abc"])
    }
}
