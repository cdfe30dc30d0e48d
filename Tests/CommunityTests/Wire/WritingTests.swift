import Testing

@testable import Community

@Suite("Writing in the form of each place")
struct WritingTests {
    private func text(_ value: some Encodable, _ form: WireForm) throws -> String {
        String(decoding: try WireJSON.write(value, form: form), as: UTF8.self)
    }

    @Test("A REST answer sends integers and numeric identifiers as strings, a STOMP body as numbers")
    func forms() throws {
        let file = WireFile(fileId: "7", fileName: "a.png", fileSize: 12, fileUrl: "/f/7")
        #expect(try text(file, .strings) == #"{"fileId":"7","fileName":"a.png","fileSize":"12","fileUrl":"/f/7"}"#)
        #expect(try text(file, .numbers) == #"{"fileId":7,"fileName":"a.png","fileSize":12,"fileUrl":"/f/7"}"#)
    }

    @Test("The form reaches through envelopes and lists")
    func nested() throws {
        let page = MemberPage(items: [WireMember(memberId: "3", name: "Ada", role: .admin)], nextOffset: 20, total: 40)
        #expect(
            try text(Envelope.success(page), .strings)
                == #"{"code":"COMMON200","message":"OK","result":{"items":[{"memberId":"3","name":"Ada","role":"ADMIN"}],"nextOffset":"20","total":"40"},"success":true}"#
        )
    }

    @Test(
        "An identifier that is no plain number stays a string",
        arguments: ["007", "+7", "a1", "99999999999999999999"]
    )
    func oddIdentifiers(identifier: String) throws {
        #expect(
            try text(ReadBody(lastReadMessageId: identifier), .numbers) == #"{"lastReadMessageId":"\#(identifier)"}"#
        )
    }

    @Test("The body of a message is as the contract shows it")
    func sendMessage() throws {
        let body = SendMessageBody(
            clientMessageId: "0b0c",
            content: "hi/ho",
            fileMetadataIds: ["7"],
            replyToId: "12",
            mentionedMemberIds: ["3"]
        )
        #expect(
            try text(body, .numbers)
                == #"{"clientMessageId":"0b0c","content":"hi/ho","fileMetadataIds":["7"],"mentionedMemberIds":[3],"replyToId":12,"type":"TEXT"}"#
        )
    }

    @Test("A change sends only what was set")
    func partialChange() throws {
        #expect(try text(UpdateThreadBody(title: "new"), .numbers) == #"{"title":"new"}"#)
    }

    @Test("A failure has no result")
    func failure() throws {
        let envelope = Envelope.failure(code: "AUTH401", message: "expired", display: DisplayType.none)
        #expect(
            try text(envelope, .strings)
                == #"{"code":"AUTH401","displayType":"none","message":"expired","success":false}"#
        )
    }

    @Test("A reaction with a further field is refused")
    func strictReaction() {
        #expect(throws: WireFault(path: "colour", problem: .unknownField)) {
            try WireJSON.read(ReactionBody.self, from: #"{"emoji": "👍", "colour": 1}"#.utf8)
        }
    }

    @Test("A secret shows in no description, but is written")
    func secrets() throws {
        let body = LoginBody(email: "ada@example.com", password: Secret("hunter2"))
        #expect(!"\(body)".contains("hunter2"))
        #expect(!String(reflecting: body).contains("hunter2"))
        var dumped = ""
        dump(body, to: &dumped)
        #expect(!dumped.contains("hunter2"))
        #expect(try text(body, .numbers) == #"{"email":"ada@example.com","password":"hunter2"}"#)
    }
}
