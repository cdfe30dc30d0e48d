import Testing

@testable import Community

@Suite("Reading with the contract's freedoms")
struct FlexibleReadingTests {
    private func reaction(count: String) throws -> WireReaction {
        try WireJSON.read(WireReaction.self, from: #"{"emoji": "👍", "count": \#(count)}"#.utf8).value
    }

    @Test("An integer comes as a number, a string or a whole double", arguments: ["7", "\"7\"", "7.0", "7e0"])
    func integers(text: String) throws {
        #expect(try reaction(count: text).count == 7)
    }

    @Test(
        "A count beyond reason is cut, so that counts can be added up",
        arguments: [
            ("-1", 0), ("-9223372036854775808", 0), ("2147483647", 2_147_483_647),
            ("9223372036854775807", 2_147_483_647),
        ]
    )
    func counts(text: String, expected: Int) throws {
        #expect(try reaction(count: text).count == expected)
        let fields = ["memberCount", "unreadCount", "maxMembers"].map { "\"\($0)\": \"\(text)\"" }
        let json = "{\"threadId\": 1, \"title\": \"t\", \(fields.joined(separator: ","))}"
        let thread = try WireJSON.read(WireThread.self, from: json.utf8).value
        #expect(thread.unreadCount == expected)
        #expect(thread.memberCount == expected)
        #expect(thread.maxMembers == expected)
    }

    @Test(
        "Anything else in an integer's place is an error that names the field",
        arguments: ["7.5", "\"seven\"", "\"\"", "true", "[7]", "{}", "1e300"]
    )
    func brokenIntegers(text: String) {
        #expect(throws: WireFault(path: "count", problem: .unreadable(expected: "a whole number"))) {
            try reaction(count: text)
        }
    }

    @Test("A field the contract requires is missing when absent or null", arguments: [#"{}"#, #"{"emoji": null}"#])
    func missing(text: String) {
        #expect(throws: WireFault(path: "emoji", problem: .missing)) {
            try WireJSON.read(WireReaction.self, from: text.utf8)
        }
    }

    @Test(
        "An identifier is text, whatever it came as",
        arguments: [
            ("42", "42"), ("\"42\"", "42"), ("42.0", "42"), ("\"a-b\"", "a-b"),
            ("18446744073709551615", "18446744073709551615"),
        ]
    )
    func identifiers(text: String, expected: String) throws {
        let mention = try WireJSON.read(WireMention.self, from: #"{"memberId": \#(text), "name": "n"}"#.utf8).value
        #expect(mention.memberId == expected)
    }

    @Test(
        "A truth value comes as a truth value, a word or a digit",
        arguments: [
            ("true", true), ("\"true\"", true), ("1", true), ("\"1\"", true), ("false", false), ("\"0\"", false),
            ("0", false),
        ]
    )
    func booleans(text: String, expected: Bool) throws {
        #expect(
            try WireJSON.read(NameAvailability.self, from: #"{"available": \#(text)}"#.utf8).value.available == expected
        )
    }

    @Test("Another word in a truth value's place is an error", arguments: ["\"yes\"", "2", "[]"])
    func brokenBooleans(text: String) {
        #expect(throws: WireFault(path: "available", problem: .unreadable(expected: "true or false"))) {
            try WireJSON.read(NameAvailability.self, from: #"{"available": \#(text)}"#.utf8)
        }
    }

    @Test("A sentence comes as text, or as an object with its language")
    func sentences() throws {
        func message(_ text: String) throws -> ServerText {
            let body = #"{"success": true, "code": "COMMON200", "message": \#(text)}"#
            return try WireJSON.read(Envelope<NoResult>.self, from: body.utf8).value.message
        }
        #expect(try message("\"good\"") == ServerText("good"))
        #expect(try message(#"{"locale": "ko", "text": "좋아요"}"#) == ServerText("좋아요", locale: "ko"))
    }

    @Test("Unknown names fall back as the contract says")
    func unknownNames() throws {
        let thread = try WireJSON.read(
            WireThread.self,
            from: #"{"threadId": 1, "title": "t", "category": "GARDEN", "myRole": "KING"}"#.utf8
        ).value
        #expect(thread.category == .free)
        #expect(thread.myRole == .member)
        let message = try WireJSON.read(
            WireMessage.self,
            from: #"{"messageId": 1, "threadId": 1, "senderId": 1, "type": "POLL", "createdAt": 0}"#.utf8
        ).value
        #expect(message.type == .system)
    }

    @Test("Unknown fields are ignored")
    func unknownFields() throws {
        let text = #"{"emoji": "👍", "count": 1, "colour": {"deep": [1, {"er": null}]}}"#
        #expect(try WireJSON.read(WireReaction.self, from: text.utf8).value == WireReaction(emoji: "👍", count: 1))
    }

    @Test("A broken element is dropped and counted; the list stays")
    func lossyLists() throws {
        let text = #"""
            {"success": true, "code": "COMMON200", "message": "", "result": {"threads": [
              {"threadId": "1", "title": "a", "memberCount": "3"},
              {"threadId": "2"},
              "what",
              {"threadId": "4", "title": "d", "memberCount": "many"},
              null,
              {"threadId": "6", "title": "f"}
            ]}}
            """#
        let reading = try WireJSON.read(Envelope<ThreadPage>.self, from: text.utf8)
        #expect(reading.value.result?.threads.map(\.threadId) == ["1", "6"])
        #expect(reading.droppedCount == 4)
        #expect(reading.dropped.first == WireFault(path: "result.threads[1].title", problem: .missing))
        #expect(
            reading.dropped.contains(
                WireFault(path: "result.threads[3].memberCount", problem: .unreadable(expected: "a whole number"))
            )
        )
    }

    @Test("All dropped elements are counted, but only so many are described")
    func manyLosses() throws {
        let text = "{\"threads\": [" + Array(repeating: "1", count: 500).joined(separator: ",") + "]}"
        let reading = try WireJSON.read(ThreadPage.self, from: text.utf8)
        #expect(reading.droppedCount == 500)
        #expect(reading.dropped.count == WireJSON.droppedLimit)
    }

    @Test("A field that is no list where a list belongs is an error, not an empty list")
    func notAList() {
        #expect(throws: WireFault(path: "threads", problem: .unreadable(expected: "a list"))) {
            try WireJSON.read(ThreadPage.self, from: #"{"threads": 5}"#.utf8)
        }
    }

    @Test("What is no JSON says so", arguments: ["", "<html>", "{", "{\"a\": }"])
    func notJSON(text: String) {
        #expect(throws: WireFault(path: "", problem: .notJSON)) {
            try WireJSON.read(ThreadPage.self, from: text.utf8)
        }
    }

    @Test("A fault says where and what, and never what stood there")
    func words() {
        let fault = WireFault(path: "result.threads[3].memberCount", problem: .unreadable(expected: "a whole number"))
        #expect("\(fault)" == "result.threads[3].memberCount is not a whole number")
        #expect("\(WireFault(path: "", problem: .notJSON))" == "the body is not valid JSON")
    }
}
