import Stomp
import StompClient
import Testing

@testable import Chat

@Suite("A conversation")
struct ConversationTests {
    private let thread = ChatThread(destination: "/topic/a")

    private func conversation(joined: Bool = true, connected: Bool = true) -> Conversation {
        var conversation = Conversation(
            Conversation.Terms(
                reader: MessageReader(zone: .utc),
                writer: MessageWriter(sender: "me"),
                destinations: .same,
                url: "ws://broker.example:15674/ws",
                warning: "certificates are not checked"
            )
        )
        if joined {
            _ = conversation.willJoin(thread)
            _ = conversation.joined(thread, as: SubscriptionID(rawValue: "s1"), arrival: 0)
        }
        if connected {
            _ = conversation.received(.connected(StompServer(name: "RabbitMQ/3.10.8", version: .v1_2)), arrival: 0)
        }
        return conversation
    }

    @Test("tells the connection's state in words")
    func states() {
        var talk = conversation(connected: false)
        #expect(talk.received(.connecting(attempt: 1), arrival: 0) == [.connection(.connecting)])
        let server = StompServer(name: "RabbitMQ/3.10.8", version: .v1_2)
        #expect(
            talk.received(.connected(server), arrival: 0)
                == [.connection(.connected(server: "RabbitMQ 3.10.8", warning: "certificates are not checked"))]
        )
        #expect(
            talk.received(.reconnected(StompServer(name: nil, version: .v1_1)), arrival: 0)
                == [.connection(.connected(server: "broker.example:15674", warning: "certificates are not checked"))]
        )
        #expect(
            talk.received(.disconnected(reason: .silent(after: .seconds(20)), retryIn: .milliseconds(1500)), arrival: 3)
                == [
                    .connection(
                        .waiting(
                            reason: "nothing came from broker.example:15674 for 20 s; check the network",
                            seconds: 1.5,
                            since: 3
                        )
                    )
                ]
        )
        #expect(
            talk.received(.disconnected(reason: nil, retryIn: nil), arrival: 9) == [
                .connection(.offline(reason: "disconnected", since: 3))
            ]
        )
    }

    @Test("hands messages to the thread of their subscription, in runs, and ignores strangers")
    func routing() throws {
        var talk = conversation()
        let other = ChatThread(destination: "/queue/b")
        _ = talk.willJoin(other)
        _ = talk.joined(other, as: SubscriptionID(rawValue: "s2"), arrival: 0)
        let frames = try batch(
            message("1", id: "a"),
            message("2", id: "b"),
            message("3", subscription: "s2", id: "c"),
            message("4", subscription: "gone", id: "d"),
            message("5", id: "e")
        )
        #expect(
            talk.received(.messages(frames), arrival: 7) == [
                .messages(
                    threadID: "/topic/a",
                    [
                        ChatMessage(id: "a", sender: nil, text: "1", time: 7),
                        ChatMessage(id: "b", sender: nil, text: "2", time: 7),
                    ]
                ),
                .messages(threadID: "/queue/b", [ChatMessage(id: "c", sender: nil, text: "3", time: 7)]),
                .messages(threadID: "/topic/a", [ChatMessage(id: "e", sender: nil, text: "5", time: 7)]),
            ]
        )
    }

    @Test("shows a message at once, and its echo only as its delivery")
    func echo() throws {
        var talk = conversation()
        let (updates, transmission) = talk.composed("hi", in: "/topic/a", id: "u1", at: 5)
        let shown = ChatMessage(id: "u1", sender: "me", text: "hi", time: 5, isOwn: true, delivery: .sending)
        #expect(updates == [.messages(threadID: "/topic/a", [shown])])
        let sent = try #require(transmission)
        #expect(sent.destination == "/topic/a")
        // By the JSON's identifier, as a server that drops headers leaves it; a second echo says nothing new.
        let body = String(decoding: sent.body, as: UTF8.self)
        let echo = try batch(message(body), message(body))
        #expect(
            talk.received(.messages(echo), arrival: 9) == [.delivery(threadID: "/topic/a", messageID: "u1", .delivered)]
        )
        #expect(talk.transmitted(sent, nil) == [])
        #expect(talk.transmitted(sent, .receiptTimedOut(after: .seconds(15))) == [])
    }

    @Test("knows its echo by the header alone")
    func echoByHeader() throws {
        var talk = conversation()
        _ = talk.composed("hi", in: "/topic/a", id: "u1", at: 5)
        let echo = try batch(message("changed by the server", headers: [("client-message-id", "u1")]))
        #expect(
            talk.received(.messages(echo), arrival: 9) == [.delivery(threadID: "/topic/a", messageID: "u1", .delivered)]
        )
    }

    @Test("shows in another thread what comes there from us, as ours")
    func echoElsewhere() throws {
        var talk = conversation()
        let other = ChatThread(destination: "/exchange/amq.topic/a")
        _ = talk.willJoin(other)
        _ = talk.joined(other, as: SubscriptionID(rawValue: "s2"), arrival: 0)
        _ = talk.composed("hi", in: "/topic/a", id: "u1", at: 5)
        let echo = try batch(message("hi", subscription: "s2", headers: [("client-message-id", "u1")]))
        guard case .messages("/exchange/amq.topic/a", let messages)? = talk.received(.messages(echo), arrival: 9).first
        else {
            Issue.record("the message was lost")
            return
        }
        #expect(messages.map(\.isOwn) == [true])
    }

    @Test("lets the receipt or the time-out decide where no echo comes, and a late echo after that")
    func receipts() throws {
        var talk = conversation()
        let first = try #require(talk.composed("1", in: "/topic/a", id: "u1", at: 5).transmission)
        #expect(talk.transmitted(first, nil) == [.delivery(threadID: "/topic/a", messageID: "u1", .delivered)])
        let second = try #require(talk.composed("2", in: "/topic/a", id: "u2", at: 5).transmission)
        let reason = "no confirmation within 15 s: it may or may not have arrived"
        #expect(
            talk.transmitted(second, .receiptTimedOut(after: .seconds(15)))
                == [.delivery(threadID: "/topic/a", messageID: "u2", .failed(reason: reason))]
        )
        let late = try batch(message("2", headers: [("client-message-id", "u2")]))
        #expect(
            talk.received(.messages(late), arrival: 9) == [.delivery(threadID: "/topic/a", messageID: "u2", .delivered)]
        )
    }

    @Test("keeps messages while offline, and sends them in order, one of a thread at a time")
    func offline() throws {
        var talk = conversation()
        _ = talk.received(.disconnected(reason: .lost(detail: "reset"), retryIn: .seconds(1)), arrival: 0)
        for number in 1...2 {
            let (updates, transmission) = talk.composed("\(number)", in: "/topic/a", id: "u\(number)", at: 5)
            #expect(transmission == nil)
            guard case .messages(_, let messages)? = updates.first else { continue }
            #expect(messages.map(\.delivery) == [.waiting])
        }
        let updates = talk.received(.reconnected(StompServer(name: nil, version: .v1_2)), arrival: 0)
        #expect(updates.suffix(2) == ["u1", "u2"].map { .delivery(threadID: "/topic/a", messageID: $0, .sending) })
        let first = talk.nextTransmissions()
        #expect(first.map(\.messageID) == ["u1"])
        #expect(talk.nextTransmissions() == [])
        _ = talk.transmitted(try #require(first.first), nil)
        #expect(talk.nextTransmissions().map(\.messageID) == ["u2"])
        #expect(talk.retried("nobody").transmission == nil)
    }

    @Test("keeps a message that was never handed over for the next session")
    func notHandedOver() throws {
        var talk = conversation()
        let sent = try #require(talk.composed("hi", in: "/topic/a", id: "u1", at: 5).transmission)
        #expect(
            talk.transmitted(sent, .notConnected) == [.delivery(threadID: "/topic/a", messageID: "u1", .waiting)]
        )
        #expect(talk.nextTransmissions().map(\.messageID) == ["u1"])
    }

    @Test("does not take the late end of a former attempt for that of the present one")
    func staleAttempt() throws {
        var talk = conversation()
        let first = try #require(talk.composed("hi", in: "/topic/a", id: "u1", at: 5).transmission)
        _ = talk.transmitted(first, .receiptTimedOut(after: .seconds(15)))
        _ = talk.retried("u1")
        #expect(talk.transmitted(first, .receiptLost(nil)) == [])
    }

    @Test("ends a thread whose subscription is refused, and says why")
    func refused() {
        var talk = conversation()
        let event = StompEvent.subscriptionRefused(
            SubscriptionID(rawValue: "s1"),
            destination: "/topic/a",
            reason: "Invalid destination"
        )
        guard case .left("/topic/a", let reason?)? = talk.received(event, arrival: 0).first else {
            Issue.record("the thread is still there")
            return
        }
        #expect(reason.contains("the server refused /topic/a: Invalid destination"))
        #expect(talk.received(event, arrival: 0).isEmpty)
        let canJoinAgain = talk.willJoin(thread)
        #expect(canJoinAgain)
    }

    @Test("keeps what comes for a subscription before its identifier is known")
    func early() throws {
        var talk = conversation(joined: false)
        let firstCall = talk.willJoin(thread)
        let secondCall = talk.willJoin(thread)
        #expect(firstCall && !secondCall)
        let frames = try batch(message("early"))
        #expect(talk.received(.messages(frames), arrival: 3) == [])
        #expect(
            talk.joined(thread, as: SubscriptionID(rawValue: "s1"), arrival: 4) == [
                .joined(thread),
                .messages(threadID: "/topic/a", [ChatMessage(id: "m1", sender: nil, text: "early", time: 4)]),
            ]
        )
    }

    @Test("goes by the destination only where a server names no subscription")
    func noSubscription() throws {
        var talk = conversation()
        let frame = StompFrame(.message, headers: ["destination": "/elsewhere"], body: Array("x".utf8))
        guard case .messages("/topic/a", let messages)? = talk.received(.messages(try batch(frame)), arrival: 1).first
        else {
            Issue.record("the message was lost")
            return
        }
        #expect(messages.map(\.id) == ["#1"])
    }

    @Test(
        "refuses destinations that can't be one",
        arguments: ["", "a\nb", "a\u{0}", String(repeating: "x", count: 2000)]
    )
    func obstacles(destination: String) {
        #expect(conversation().obstacle(toJoining: destination)?.cause == .usage)
        #expect(conversation().obstacle(toJoining: "/topic/b") == nil)
    }

    @Test("forgets the oldest of its own messages, not how many there are")
    func bounded() {
        var own = OwnMessages(limit: 3)
        for id in ["1", "2", "3", "4"] {
            own.add(OwnMessages.Entry(threadID: "t", text: id, time: 0, delivery: .sending), id: id)
        }
        #expect(own["1"] == nil)
        #expect(own["4"] != nil)
    }
}

@Suite("Updates on their way")
struct UpdateQueueTests {
    private func one(_ id: String) -> ChatMessage { ChatMessage(id: id, sender: nil, text: id, time: 0) }

    @Test("come all at once, messages of one thread as one")
    func coalesce() async {
        let queue = UpdateQueue()
        queue.push([.messages(threadID: "a", [one("1")])])
        queue.push([.messages(threadID: "a", [one("2")]), .notice("x"), .messages(threadID: "a", [one("3")])])
        let updates = await queue.next()
        #expect(
            updates == [
                .messages(threadID: "a", [one("1"), one("2")]), .notice("x"), .messages(threadID: "a", [one("3")]),
            ]
        )
    }

    @Test("make the producer wait at the limit, and go on when they are taken")
    func backPressure() async {
        let queue = UpdateQueue(limit: 100)
        queue.push([.notice("x")])
        async let room: Void = queue.waitForRoom()
        #expect(await queue.next() == [.notice("x")])
        await room
    }

    @Test("end for the consumer, also for one that waits or is cancelled, and for a producer that waits")
    func ends() async {
        let queue = UpdateQueue(limit: 0)
        let waiting = Task { await queue.next() }
        let cancelled = Task { await UpdateQueue().next() }
        cancelled.cancel()
        #expect(await cancelled.value == nil)
        queue.push([.notice("last")])
        #expect(await waiting.value == [.notice("last")])
        queue.push([.notice("more")])
        async let room: Void = queue.waitForRoom()
        queue.finish()
        await room
        #expect(await queue.next() == [.notice("more")])
        #expect(await queue.next() == nil)
        queue.push([.notice("too late")])
        #expect(await queue.next() == nil)
    }
}
