import Stomp
import StompClient
import Testing

@testable import Chat

@Suite("A conversation in rooms")
struct RoomConversationTests {
    private func conversation(_ change: (inout Conversation.Terms) throws -> Void) throws -> Conversation {
        var terms = Conversation.Terms(
            reader: MessageReader(zone: .utc),
            writer: MessageWriter(sender: "me"),
            destinations: .same,
            url: "wss://chat.example.org/ws"
        )
        try change(&terms)
        terms.destinations.rooms = terms.shape.rooms
        var conversation = Conversation(terms)
        _ = conversation.received(.connected(StompServer(name: nil, version: .v1_2)), arrival: 0)
        return conversation
    }

    private static func rooms(_ subscribe: String..., send: String? = nil) throws -> RoomTemplates {
        RoomTemplates(
            subscribe: try subscribe.map { try TextTemplate($0, allowed: [.room]) },
            send: try send.map { try TextTemplate($0, allowed: [.room]) }
        )
    }

    private func join(_ room: String, _ talk: inout Conversation, _ subscriptions: String...) -> [ChatUpdate] {
        let thread = talk.terms.shape.thread(room)
        _ = talk.willJoin(thread)
        return talk.joined(thread, as: subscriptions.map(SubscriptionID.init(rawValue:)), arrival: 0)
    }

    private func come(_ talk: inout Conversation, _ frames: StompFrame...) throws -> [ChatUpdate] {
        try frames.flatMap { talk.received(.messages(try batch($0)), arrival: 1000) }
    }

    @Test("takes a room's messages from all its destinations, each once, and sends to another one")
    func destinations() throws {
        var talk = try conversation {
            $0.shape.rooms = try Self.rooms("/topic/{room}", "/queue/{room}", send: "/app/{room}.say")
        }
        #expect(talk.terms.shape.destinations(of: "12") == ["/topic/12", "/queue/12"])
        // Whoever names a destination means that.
        #expect(talk.terms.shape.destinations(of: "/topic/other") == ["/topic/other"])
        _ = join("12", &talk, "a", "b")
        let updates = try come(
            &talk,
            message(#"{"id":1,"content":"x"}"#, subscription: "a"),
            message(#"{"id":1,"content":"x"}"#, subscription: "b"),
            message(#"{"id":2,"content":"y"}"#, subscription: "b")
        )
        #expect(updates.count == 2)
        let (_, sent) = talk.composed("hi", in: "12", id: "u1", at: 0)
        #expect(sent?.destination == "/app/12.say")
        #expect(talk.leave("12")?.subscriptions.map(\.rawValue) == ["a", "b"])
    }

    @Test("keeps a room while one of its destinations is left, and says that the other was refused")
    func refused() throws {
        var talk = try conversation { $0.shape.rooms = try Self.rooms("/topic/{room}", "/queue/{room}") }
        _ = join("12", &talk, "a", "b")
        func refuse(_ id: String) -> [ChatUpdate] {
            let id = SubscriptionID(rawValue: id)
            return talk.received(.subscriptionRefused(id, destination: "/q", reason: "denied"), arrival: 0)
        }
        let sentence = "the server refused /q: denied; this login may not use it: ask who runs the server"
        #expect(refuse("b") == [.notice(sentence)])
        #expect(try come(&talk, message("still here", subscription: "a")).count == 1)
        #expect(refuse("a") == [.left(threadID: "12", reason: sentence)])
    }

    @Test("takes rooms from a stream of events, and joins those it does not know")
    func events() throws {
        var talk = try conversation {
            $0.shape.rooms = RoomTemplates(subscribe: [], send: try TextTemplate("/app/{room}", allowed: [.room]))
            $0.shape.events = .init(destinations: ["/user/queue/events"])
            $0.reader.paths.room = try FieldPath("payload.roomId")
            $0.reader.paths.event = try FieldPath("type")
            $0.reader.events = ["created"]
        }
        talk.services["e"] = .events
        func event(_ room: String, _ type: String = "created") -> StompFrame {
            message(#"{"type":"\#(type)","payload":{"roomId":\#(room),"content":"x"}}"#, subscription: "e")
        }
        let first = try come(&talk, event("7"))
        #expect(first.first == .joined(ChatThread(id: "7", title: "7")))
        #expect(try come(&talk, event("7")).count == 1)
        #expect(try come(&talk, event("8", "read")).isEmpty)
        #expect(try come(&talk, event("null")).isEmpty)
        #expect(talk.joinedThreads.map(\.id) == ["7"])
    }

    @Test("tells what comes on a queue of errors, as the end of the message that it names")
    func errors() throws {
        var talk = try conversation { $0.shape.rooms = try Self.rooms("/topic/{room}") }
        talk.services["x"] = .errors
        _ = join("12", &talk, "a")
        let answer = #"{"success":false,"code":"CHAT403","message":"방에 없습니다"}"#
        #expect(
            try come(&talk, message(answer, subscription: "x")) == [
                .failed(FailureReport(.refused, "the server refused: CHAT403: 방에 없습니다"))
            ]
        )
        _ = talk.composed("hi", in: "12", id: "u1", at: 0)
        let named = try come(&talk, message(answer, subscription: "x", headers: [("client-message-id", "u1")]))
        #expect(
            named == [
                .delivery(threadID: "12", messageID: "u1", .failed(reason: "the server refused: CHAT403: 방에 없습니다"))
            ]
        )
        // The thread goes on.
        #expect(talk.composed("again", in: "12", id: "u2", at: 0).transmission?.messageID == "u2")
        #expect(
            try come(&talk, message("no entry", subscription: "x")) == [
                .failed(FailureReport(.refused, "the server refused: no entry"))
            ]
        )
    }

    @Test("knows its own message by who wrote it where the server forgets its identifier, the oldest first")
    func echoByWriter() throws {
        var talk = try conversation {
            $0.shape.rooms = try Self.rooms("/topic/{room}")
            $0.reader.me = "42"
            $0.reader.paths.senderID = try FieldPath("senderId")
        }
        _ = join("12", &talk, "a")
        _ = talk.composed("hi", in: "12", id: "u1", at: 0)
        let mine = message(#"{"chatId":9,"senderId":42,"content":"hi"}"#, subscription: "a")
        #expect(try come(&talk, mine) == [.delivery(threadID: "12", messageID: "u1", .delivered)])
        #expect(talk.takeEchoes() == ["u1"])
        // Once more it is a message from another device.
        let again = try come(&talk, mine)
        guard case .messages("12", let messages)? = again.first else {
            Issue.record("nothing shown")
            return
        }
        #expect(messages.map(\.isOwn) == [true])
        // Somebody else's is somebody else's.
        _ = talk.composed("same", in: "12", id: "u2", at: 0)
        let theirs = try come(&talk, message(#"{"senderId":43,"content":"same"}"#, subscription: "a"))
        #expect(theirs.count == 1)
        #expect(talk.own["u2"]?.delivery == .sending)
    }

    @Test("puts a message that comes late in its place")
    func reordered() throws {
        var talk = try conversation {
            $0.shape.rooms = try Self.rooms("/topic/{room}")
            $0.shape.ordersByTime = true
        }
        _ = join("12", &talk, "a")
        func say(_ id: Int, at second: Int) throws -> TimelineChange? {
            let json = #"{"id":\#(id),"content":"x","time":\#(1_796_031_600 + second)}"#
            guard case .timeline("12", let change)? = try come(&talk, message(json, subscription: "a")).first else {
                return nil
            }
            return change
        }
        func isAppended(_ change: TimelineChange?) -> Bool { if case .appended = change { true } else { false } }
        func place(_ change: TimelineChange?) -> String? {
            if case .inserted(_, let id, _) = change { id } else { nil }
        }
        #expect(isAppended(try say(1, at: 10)))
        #expect(isAppended(try say(4, at: 40)))
        #expect(place(try say(2, at: 20)) == "4")
        #expect(place(try say(3, at: 30)) == "4")
        #expect(place(try say(0, at: 0)) == "1")
        // What is very late is news all the same.
        #expect(isAppended(try say(9, at: -100)))
    }

    // MARK: History

    private func kept() throws -> Conversation {
        var talk = try conversation {
            $0.shape.rooms = try Self.rooms("/topic/{room}")
            let pages = PageShape(url: try URLTemplate("/h/{room}", allowed: Placeholder.historyPage))
            $0.shape.history = HistoryShape(pages: pages, reader: $0.reader)
        }
        _ = join("12", &talk, "a")
        _ = talk.opened("12")
        return talk
    }

    private func item(_ id: Int) -> IncomingMessage {
        var incoming = IncomingMessage(
            message: ChatMessage(id: "\(id)", sender: "Ann", text: "m\(id)", time: Int64(id) * 1000),
            clientIDs: ["\(id)"],
            name: "\(id)"
        )
        incoming.serverName = "\(id)"
        return incoming
    }

    private var behind: PagePlace {
        get throws { PagePlace(PageShape(url: try URLTemplate("/h", allowed: []))) }
    }

    private func ids(_ update: ChatUpdate?) -> [String] {
        guard case .timeline(_, let change) = update else { return ["none"] }
        let items: [TimelineItem] =
            switch change {
            case .replaced(let items, _), .appended(let items, _), .inserted(let items, _, _): items
            case .updated, .removed: []
            }
        return items.map(\.id)
    }

    @Test("shows the newest page, then what came live while it was read, then what is not sent")
    func newest() throws {
        var talk = try kept()
        let live = #"{"id":3,"content":"m3","sender":"Ann"}"#
        _ = try come(&talk, message(live, subscription: "a"), message(#"{"id":4,"content":"m4"}"#, subscription: "a"))
        _ = talk.composed("mine", in: "12", id: "u1", at: 0)
        let updates = talk.readNewest([item(1), item(2), item(3)], next: try behind, in: "12", at: 0)
        #expect(ids(updates.first) == ["1", "2", "3", "4", "u1"])
        #expect(try come(&talk, message(live, subscription: "a")).isEmpty)
    }

    @Test("fills what a lost connection left out, before what came since")
    func gap() throws {
        var talk = try kept()
        _ = talk.readNewest([item(1), item(2)], next: nil, in: "12", at: 0)
        _ = talk.received(.reconnected(StompServer(name: nil, version: .v1_2)), arrival: 0)
        #expect(talk.threadsToRead == ["12"])
        _ = try come(&talk, message(#"{"id":5,"content":"m5"}"#, subscription: "a"))
        #expect(!talk.reaches([item(6)], in: "12"))
        let updates = talk.readNewest([item(2), item(3), item(4), item(5)], next: nil, in: "12", at: 0)
        guard case .timeline("12", .inserted(let items, "5", _))? = updates.first else {
            Issue.record("\(updates)")
            return
        }
        #expect(items.map(\.id) == ["3", "4"])
    }

    @Test("starts anew where even several pages do not reach what is there")
    func farBehind() throws {
        var talk = try kept()
        _ = talk.readNewest([item(1)], next: nil, in: "12", at: 0)
        let updates = talk.readNewest([item(8), item(9)], next: try behind, in: "12", at: 0)
        guard case .timeline("12", .replaced(let items, hasOlder: true))? = updates.first else {
            Issue.record("\(updates)")
            return
        }
        #expect(items.map(\.id) == ["8", "9"])
    }

    @Test("takes older pages, each message once though pages have moved")
    func older() throws {
        var talk = try kept()
        _ = talk.readNewest([item(4), item(5)], next: try behind, in: "12", at: 0)
        let updates = talk.readOlder([item(2), item(3), item(4)], next: nil, in: "12", at: 0)
        guard case .timeline("12", .inserted(let items, nil, hasOlder: false))? = updates.first else {
            Issue.record("\(updates)")
            return
        }
        #expect(items.map(\.id) == ["2", "3"])
    }

    @Test("finds in a page that a message of its own has arrived")
    func ownInPage() throws {
        var talk = try kept()
        _ = talk.readNewest([item(1)], next: nil, in: "12", at: 0)
        _ = talk.composed("m2", in: "12", id: "u1", at: 0)
        var mine = item(2)
        mine.isMine = true
        let updates = talk.readNewest([item(1), mine], next: nil, in: "12", at: 0)
        #expect(updates == [.delivery(threadID: "12", messageID: "u1", .delivered)])
    }
}
