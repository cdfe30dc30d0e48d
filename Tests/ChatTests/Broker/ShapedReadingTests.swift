import FoundationEssentials
import Testing

@testable import Chat

@Suite("Reading by a profile's paths")
struct ShapedReadingTests {
    private func read(_ json: String, _ reader: MessageReader) throws -> IncomingMessage {
        reader.read(item: try #require(JSONValue(document: Data(json.utf8))), arrival: 7)
    }

    @Test("finds everything inside an envelope, and the event and the room around it")
    func envelope() throws {
        var reader = MessageReader(zone: .fixed(secondsEast: 9 * 3600))
        reader.paths = FieldPaths(
            id: try FieldPath("chatId"),
            sender: try FieldPath("who.nick"),
            text: try FieldPath("body"),
            time: try FieldPath("at")
        )
        reader.paths.envelope = try FieldPath("payload.message")
        reader.paths.senderID = try FieldPath("who.id")
        reader.paths.event = try FieldPath("type")
        reader.paths.room = try FieldPath("payload.threadId")
        reader.paths.type = try FieldPath("kind")
        reader.paths.clientID = try FieldPath("ref")
        reader.events = ["message.created"]
        reader.me = "42"
        let json = """
            {"type":"message.created","payload":{"threadId":12,"message":{"chatId":9007199254740993,"body":"hi",
            "who":{"id":42,"nick":"Kim"},"at":"2026-11-30 09:00:00","kind":"ENTER","ref":"u1"}}}
            """
        let incoming = try read(json, reader)
        #expect(incoming.message.id == "9007199254740993")
        #expect(incoming.serverName == "9007199254740993")
        #expect(incoming.message.sender == "Kim")
        #expect(incoming.message.senderID == "42")
        #expect(incoming.message.text == "hi")
        #expect(incoming.message.time == 1_795_996_800_000)
        #expect(incoming.message.kind == .system)
        #expect(incoming.room == "12")
        #expect(incoming.clientIDs == ["u1", "9007199254740993"])
        #expect(incoming.isMine)
        #expect(!incoming.isIgnored)
        let other = json.replacing("message.created", with: "message.read")
        #expect(try read(other, reader).isIgnored)
        let none = json.replacing("\"type\":\"message.created\",", with: "")
        #expect(try read(none, reader).isIgnored)
    }

    @Test(
        "reads a time in each of the forms that servers use",
        arguments: [
            #""2026-11-30T09:00:00+09:00""#, #""2026-11-30T09:00:00""#, #""2026-11-30 09:00:00""#, "1795996800",
            "1795996800000", #""1795996800000""#, "[2026,11,30,9,0]", "[2026,11,30,9,0,0,0]",
        ]
    )
    func times(_ time: String) throws {
        let reader = MessageReader(zone: .fixed(secondsEast: 9 * 3600))
        #expect(try read("{\"content\":\"x\",\"createdAt\":\(time)}", reader).message.time == 1_795_996_800_000)
    }

    @Test("knows the usual words for kinds, and those a profile explains")
    func kinds() throws {
        var reader = MessageReader()
        reader.paths.type = try FieldPath("t")
        reader.kinds.named = ["PING": .ignored, "TALK": .shown(.text), "ENTER": .shown(.text)]
        #expect(try read(#"{"content":"x","t":"IMAGE"}"#, reader).message.kind == .image)
        #expect(try read(#"{"content":"x","t":"LEAVE"}"#, reader).message.kind == .system)
        #expect(try read(#"{"content":"x","t":"ENTER"}"#, reader).message.kind == .text)
        #expect(try read(#"{"content":"x","t":"PING"}"#, reader).isIgnored)
        #expect(try read(#"{"content":"x","t":"OTHER"}"#, reader).message.kind == .text)
    }

    @Test("shows who wrote by the identifier where there is no name, and believes the server about our own")
    func senders() throws {
        var reader = MessageReader()
        reader.paths.senderID = try FieldPath("uid")
        reader.paths.isOwn = try FieldPath("mine")
        reader.me = "5"
        #expect(try read(#"{"content":"x","uid":5}"#, reader).message.sender == "5")
        #expect(try read(#"{"content":"x","uid":5}"#, reader).isMine)
        #expect(try !read(#"{"content":"x","uid":6}"#, reader).isMine)
        #expect(try read(#"{"content":"x","uid":6,"mine":true}"#, reader).isMine)
        #expect(try !read(#"{"content":"x","uid":5,"mine":false}"#, reader).isMine)
    }
}
