import FoundationEssentials
import Stomp
import Testing

@testable import Chat

@Suite("A template")
struct TemplateTests {
    static let hostile = [
        #"""#, #"\"#, #"","admin":true,"x":""#, "\u{0}\u{1F}\n\r\t", "}{text}", "{room}", "💬 \u{2028}", #"\u0022"#,
    ]

    @Test("puts in text that can't break out of its JSON", arguments: hostile)
    func escapes(_ text: String) throws {
        let template = JSONTemplate.object([
            "content": try JSONTemplate(text: "{text}", allowed: Placeholder.message),
            "list": .array([.null, .bool(true), .number("3"), try JSONTemplate(text: "<{text}>", allowed: [.text])]),
        ])
        let json = template.json(TemplateValues([.text: text]))
        let value = JSONValue(document: Data(json.utf8))
        #expect(
            value
                == .object([
                    "content": .string(text), "list": .array([.null, .bool(true), .number("3"), .string("<\(text)>")]),
                ])
        )
    }

    @Test(
        "writes a number only where the value is one",
        arguments: [
            ("12", "12"), ("-3", "-3"), ("9223372036854775807", "9223372036854775807"), ("0012", "\"0012\""),
            ("1e9", "\"1e9\""), ("12,\"a\":1", "\"12,\\\"a\\\":1\""), ("", "\"\""), ("+5", "\"+5\""),
        ]
    )
    func numbers(_ value: String, _ json: String) throws {
        let template = try JSONTemplate(text: "{room:number}", allowed: [.room])
        #expect(template.json(TemplateValues([.room: value])) == json)
    }

    @Test("puts a room into an address in such a way that it leads nowhere else")
    func addresses() throws {
        let url = try URLTemplate(
            "/rooms/{room}/chats?lastMessageId={before}&size={size}",
            allowed: Placeholder.historyPage
        )
        let base = "https://chat.example.org"
        #expect(url.url(base: base, TemplateValues([.room: "12", .size: "30"])) == base + "/rooms/12/chats?size=30")
        #expect(
            url.url(base: base, TemplateValues([.room: "../a?b&c#d%", .size: "30", .before: "7&x=1"]))
                == base + "/rooms/..%2Fa%3Fb%26c%23d%25/chats?lastMessageId=7%26x%3D1&size=30"
        )
        #expect(throws: TemplateError.self) { try URLTemplate("rooms", allowed: []) }
        #expect(throws: TemplateError.self) { try URLTemplate("{room}/x", allowed: [.room]) }
        #expect(throws: TemplateError.self) { try URLTemplate("/a b", allowed: []) }
    }

    @Test("names the placeholders there are when it does not know one, and takes other braces as they are")
    func unknown() throws {
        #expect(
            throws: TemplateError("holds {rom}, which means nothing here; there are {room}, {text}")
        ) { try TextTemplate("/a/{rom}", allowed: [.room, .text]) }
        #expect(throws: TemplateError.self) { try JSONTemplate(text: "{romm:number}", allowed: [.room]) }
        let braces = try TextTemplate("{ {\"a\"} {} {room}}", allowed: [.room])
        #expect(braces.text(TemplateValues([.room: "1"])) == "{ {\"a\"} {} 1}")
    }

    @Test("of a message makes headers and a body, and keeps the identifier it is known by")
    func message() throws {
        var writer = MessageWriter(sender: "Kim")
        writer.template = MessageTemplate(
            body: .object(["message": try JSONTemplate(text: "{text}", allowed: Placeholder.message)]),
            headers: [
                .init(name: "x-message-id", value: try TextTemplate("{uuid}", allowed: Placeholder.message)),
                .init(name: "content-type", value: try TextTemplate("application/vnd.a+json", allowed: [])),
            ]
        )
        let (headers, body) = writer.write("hi", id: "u1", time: 0, room: "12")
        #expect(String(decoding: body, as: UTF8.self) == #"{"message":"hi"}"#)
        #expect(
            headers == ["client-message-id": "u1", "x-message-id": "u1", "content-type": "application/vnd.a+json"]
                || headers == [
                    "client-message-id": "u1", "content-type": "application/vnd.a+json", "x-message-id": "u1",
                ]
        )
        writer.template = MessageTemplate(body: try JSONTemplate(text: "{name}: {text}", allowed: Placeholder.message))
        let text = writer.write("a\nb", id: "u2", time: 0)
        #expect(String(decoding: text.body, as: UTF8.self) == "Kim: a\nb")
        #expect(text.headers["content-type"] == "text/plain;charset=utf-8")
    }
}
