import Stomp
import Testing

@testable import Chat

@Suite("A message's body")
struct MessageReaderTests {
    private let reader = MessageReader(zone: .utc)

    private func read(_ body: String, _ reader: MessageReader? = nil) -> ChatMessage {
        (reader ?? self.reader).read(message(body), arrival: 42)
    }

    @Test(
        "that is no JSON object or array is shown as it is",
        arguments: ["hello", "", " ", "42", "\"x\"", "null", "{", "{oops", "[1,", "{\"a\":1}}", "[]x", "안녕 👋\nzwei"]
    )
    func text(body: String) {
        #expect(read(body) == ChatMessage(id: "m1", sender: nil, text: body, time: 42))
    }

    @Test("that is not UTF-8 is repaired visibly")
    func invalid() {
        let frame = StompFrame(.message, headers: ["message-id": "m1"], body: [0x61, 0xFF, 0x62, 0xC3])
        #expect(reader.read(frame, arrival: 42).text == "a\u{FFFD}b\u{FFFD}")
    }

    @Test("with the usual fields is taken apart", arguments: ["content", "text", "message", "body", "Content", "TEXT"])
    func usualText(name: String) {
        #expect(read("{\"\(name)\":\"hi\"}").text == "hi")
    }

    @Test(
        "names its sender in many ways",
        arguments: [
            #""sender":"kim""#, #""senderName":"kim""#, #""sender_name":"kim""#, #""from":"kim""#, #""user":"kim""#,
            #""username":"kim""#, #""nickname":"kim""#, #""name":"kim""#, #""sender":{"name":"kim","id":7}"#,
            #""user":{"nickname":"kim"}"#, #""sender":7,"senderName":"kim""#, #""sender":null,"from":"kim""#,
            #""sender":"","from":"kim""#,
        ]
    )
    func senders(member: String) {
        let message = read("{\(member),\"content\":\"hi\"}")
        #expect(message.sender == "kim")
        #expect(message.text == "hi")
    }

    @Test("may name its sender by a number only")
    func numericSender() {
        #expect(read(#"{"senderId":12345678901234567890,"content":"x"}"#).sender == "12345678901234567890")
    }

    @Test(
        "keeps identifiers exactly, be they strings or numbers",
        arguments: [
            (#""id":9007199254740993"#, "9007199254740993"), (#""messageId":"a-1""#, "a-1"),
            (#""clientMessageId":"c""#, "c"), (#""id":18446744073709551615"#, "18446744073709551615"),
            (#""x":1"#, "m1"),
        ]
    )
    func identifiers(member: String, id: String) {
        #expect(read("{\(member),\"content\":\"x\"}").id == id)
    }

    @Test(
        "is found inside an envelope",
        arguments: [
            #"{"payload":{"message":"hi","sender":"kim"}}"#,
            #"{"payload":{"message":{"content":"hi","sender":{"name":"kim"}}}}"#,
            #"{"type":"CHAT","sender":"kim","data":{"body":{"text":"hi"}}}"#,
            #"{"event":{"payload":{"message":{"text":"hi","from":"kim"}}}}"#,
            #"{"message":{"content":"hi","sender":"kim"}}"#,
        ]
    )
    func envelopes(body: String) {
        let message = read(body)
        #expect(message.text == "hi")
        #expect(message.sender == "kim")
    }

    @Test("without a text is shown as compact JSON, its members in their order")
    func noText() {
        let body = "{ \"type\" : \"JOIN\",\n\t\"who\": \"a \\\" { b\", \"n\": [1, 2.50, true, null] }"
        #expect(read(body).text == #"{"type":"JOIN","who":"a \" { b","n":[1,2.50,true,null]}"#)
        #expect(read("[ 1 , 2 ]").text == "[1,2]")
    }

    @Test("prefers a text that says something")
    func emptyText() {
        #expect(read(#"{"content":"","text":"said"}"#).text == "said")
        #expect(read(#"{"content":"","type":"IMAGE"}"#).text == "")
        #expect(read(#"{"content":null,"message":5}"#).text == "5")
    }

    @Test("is read at the profile's paths, and under the usual names where those lead nowhere")
    func paths() throws {
        let paths = FieldPaths(
            id: try FieldPath("meta.ids[1]"),
            sender: try FieldPath("who[0].title"),
            text: try FieldPath("lines[0].say"),
            time: try FieldPath("meta.at")
        )
        let reader = MessageReader(paths: paths, zone: .utc)
        let body =
            #"{"meta":{"ids":[1,22],"at":1700000000},"who":[{"title":"kim"}],"lines":[{"say":"hi"}],"content":"no"}"#
        #expect(read(body, reader) == ChatMessage(id: "22", sender: "kim", text: "hi", time: 1_700_000_000_000))
        #expect(read(#"{"content":"plain","lines":[]}"#, reader).text == "plain")
    }

    @Test("is left alone where the profile says text")
    func textOnly() {
        #expect(read(#"{"content":"x"}"#, MessageReader(format: .text)).text == #"{"content":"x"}"#)
    }

    @Test("that nests too deeply is text")
    func deep() {
        let body = String(repeating: "[", count: 5000) + String(repeating: "]", count: 5000)
        #expect(read(body).text == body)
        let object = String(repeating: "{\"payload\":", count: 60) + "1" + String(repeating: "}", count: 60)
        #expect(read(object).text == object)
    }

    @Test("is the same read in a batch and alone, and carries the client's identifier")
    func batches() throws {
        let frame = message(#"{"content":"hi"}"#, headers: [("client-message-id", "c1")])
        let view = try #require(try batch(frame).first)
        #expect(reader.read(view, arrival: 42) == reader.read(frame, arrival: 42))
        #expect(reader.read(frame, arrival: 42).id == "c1")
        #expect(reader.readEcho(view, arrival: 42).clientIDs == ["c1"])
    }

    @Test("can be anything a generator makes up, and is never lost")
    func random() {
        var state: UInt64 = 1
        let alphabet = Array("{}[]\":,\\ue0 1.5tn\u{0}한\n".utf8)
        for _ in 0..<5000 {
            var body: [UInt8] = [UInt8(ascii: "{")]
            for _ in 0..<12 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                body.append(alphabet[Int((state >> 33) % UInt64(alphabet.count))])
            }
            let frame = StompFrame(.message, headers: ["message-id": "m1"], body: body)
            #expect(!reader.read(frame, arrival: 42).text.isEmpty)
        }
    }
}

@Suite("A field path")
struct FieldPathTests {
    @Test("has names and indexes", arguments: ["a", "a.b", "a[0]", "a[0][12].b", "[3]", "a b.c-d"])
    func good(text: String) throws {
        _ = try FieldPath(text)
    }

    @Test("says what is wrong with it", arguments: ["", "a..b", ".a", "a.", "a[", "a[x]", "a[-1]", "a]", "a[0]b"])
    func bad(text: String) {
        #expect(throws: FieldPathError.self) { try FieldPath(text) }
    }
}
