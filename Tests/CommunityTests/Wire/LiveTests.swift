import Testing

@testable import Community

@Suite("Live traffic")
struct LiveTests {
    private static let message = WireMessage(
        messageId: "9",
        threadId: "4",
        senderId: "2",
        senderName: "Ada",
        content: "안녕",
        files: [WireFile(fileId: "1", fileName: "a", fileSize: 3)],
        mentions: [WireMention(memberId: "5", name: "Bo")],
        replyTo: WireReplyTarget(messageId: "8", senderName: "Bo", snippet: "hm"),
        reactions: [WireReaction(emoji: "👍", count: 2, reactedByMe: true)],
        clientMessageId: "c-1",
        createdAt: Timestamp(milliseconds: 1_796_011_506_789)
    )
    private static let thread = WireThread(threadId: "4", title: "t", myRole: .owner, isJoined: true)
    private static let workspace = WireWorkspace(workspaceId: "1", name: "w")

    static let payloads: [LivePayload] = [
        .commandAcknowledged(CommandAcknowledged(commandId: "c", messageId: "9", deduplicated: true)),
        .messageCreated(MessageCreated(message: message, clientMessageId: "c-1")),
        .messageUpdated(message),
        .messageDeleted(message),
        .reactionChanged(ReactionsChanged(messageId: "9", reactions: message.reactions)),
        .readUpdated(ReadUpdated(memberId: "2", lastReadMessageId: "9")),
        .typing(TypingMember(memberId: "2", name: "Ada")),
        .threadInvited(thread),
        .threadUpdated(ThreadChanged(threadId: "4", title: "n", memberCount: 3)),
        .threadDeleted(ThreadDeleted(threadId: "4", deletedAt: Timestamp(milliseconds: 5))),
        .memberJoined(MembershipChanged(memberId: "2", memberCount: 3)),
        .memberLeft(MembershipChanged(memberId: "2", memberCount: 3)),
        .memberKicked(MembershipChanged(memberId: "2", memberCount: 3)),
        .workspaceInvited(workspace),
        .workspaceUpdated(workspace),
        .workspaceDeleted(workspace),
        .notificationCreated(
            WireNotification(notificationId: "1", kind: .mention, text: "hey", createdAt: Timestamp(milliseconds: 1))
        ),
    ]

    @Test("Every event reads back as it was written, in both forms", arguments: payloads, [WireForm.numbers, .strings])
    func roundTrip(payload: LivePayload, form: WireForm) throws {
        let event = LiveEvent(eventId: "e", threadId: "4", occurredAt: Timestamp(milliseconds: 7), payload: payload)
        let reading = try WireJSON.read(LiveEvent.self, from: try WireJSON.write(event, form: form))
        #expect(reading.value == event)
        #expect(reading.droppedCount == 0)
    }

    @Test("The table of events is complete")
    func complete() {
        #expect(Set(Self.payloads.compactMap(\.type)) == Set(LiveEventType.allCases))
    }

    @Test("An unknown event keeps its name and its payload is not looked at")
    func unknown() throws {
        let text = #"{"eventId": 5, "type": "thread.moon", "payload": [1]}"#
        #expect(
            try WireJSON.read(LiveEvent.self, from: text.utf8).value
                == LiveEvent(eventId: "5", payload: .unknown(type: "thread.moon"))
        )
    }

    @Test("A broken payload names its path")
    func brokenPayload() {
        let text = #"{"eventId": "e", "type": "message.updated", "payload": {"message": {"messageId": 1}}}"#
        #expect(throws: WireFault(path: "payload.message.threadId", problem: .missing)) {
            try WireJSON.read(LiveEvent.self, from: text.utf8)
        }
    }

    @Test("The error queue's body reads with its message in either form")
    func refused() throws {
        let text =
            #"{"commandId": "c", "status": "429", "code": "RATE", "message": {"locale": "en", "text": "slow"}, "retryable": "true"}"#
        let body = try WireJSON.read(CommandRefused.self, from: text.utf8).value
        #expect(body.status == 429)
        #expect(body.retryable)
        #expect(body.message.text == "slow")
    }

    @Test(
        "A destination reads back as it was written",
        arguments: [
            ("messages", CommandDestination.Action.send), ("read", .read), ("typing", .typing),
            ("messages/9/reactions/add", .addReaction(messageId: "9")),
            ("messages/9/reactions/remove", .removeReaction(messageId: "9")),
            ("messages/9/edit", .edit(messageId: "9")), ("messages/9/delete", .delete(messageId: "9")),
        ]
    )
    func destinations(path: String, action: CommandDestination.Action) {
        let destination = CommandDestination(threadId: "4", action: action)
        #expect(destination.text == "/app/community/threads/4/" + path)
        #expect(CommandDestination(destination.text) == destination)
    }

    @Test(
        "Any other destination is none of the contract's",
        arguments: [
            "/app/community/threads/4", "/app/community/threads//messages", "/app/community/threads/4/messages/9",
            "/app/community/threads/4/messages//edit", "/app/community/threads/4/messages/9/reactions/set",
            "/topic/community/threads/4/messages", "/app/community/threads/4/read/", "",
        ]
    )
    func otherDestinations(text: String) {
        #expect(CommandDestination(text) == nil)
    }

    @Test("Content is 1 to 2,000 scalars and not only white space")
    func contentLimits() {
        #expect(MessageLimits.fault(inContent: "") == .blank)
        #expect(MessageLimits.fault(inContent: " \n\u{3000}") == .blank)
        #expect(MessageLimits.fault(inContent: String(repeating: "가", count: 2000)) == nil)
        #expect(MessageLimits.fault(inContent: String(repeating: "가", count: 2001)) == .tooLong(scalars: 2001))
        // One character on screen, seven scalars.
        #expect(MessageLimits.fault(inContent: String(repeating: "👨‍👩‍👧‍👦", count: 286)) == .tooLong(scalars: 2002))
    }
}
