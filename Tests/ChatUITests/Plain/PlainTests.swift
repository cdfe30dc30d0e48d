import Chat
import Synchronization
import Terminal
import Testing

@testable import ChatUI

/// A session that answers as it is told to.
private actor PlainSession: ChatSession {
    private nonisolated let stream = AsyncStream.makeStream(
        of: [ChatUpdate].self,
        bufferingPolicy: .bufferingOldest(100)
    )
    private(set) var requests: [ChatRequest] = []
    private let first: [ChatUpdate]
    private let answer: @Sendable (ChatRequest) -> [ChatUpdate]

    init(_ first: [ChatUpdate], _ answer: @escaping @Sendable (ChatRequest) -> [ChatUpdate]) {
        self.first = first
        self.answer = answer
    }

    nonisolated func updates() -> AsyncStream<[ChatUpdate]> { stream.stream }
    func start() { stream.continuation.yield(first) }

    func perform(_ request: ChatRequest) {
        requests.append(request)
        let updates = answer(request)
        if !updates.isEmpty { stream.continuation.yield(updates) }
    }

    func suspend() {}
    func resume() {}
    func disconnect() { stream.continuation.finish() }
}

@Suite("The chat in lines", .timeLimit(.minutes(10)))
struct PlainTests {
    private static func message(_ id: String, _ text: String, own: Bool = false) -> ChatMessage {
        var message = ChatMessage(id: id, sender: own ? "me" : "ann", text: text, time: 36_000_000, isOwn: own)
        message.serverID = id
        return message
    }

    private static let first: [ChatUpdate] = [
        .capabilities([.community]), .connection(.connected(server: "x", warning: nil)),
        .threads([ChatThread(id: "1", title: "Tea"), ChatThread(id: "2", title: "Coffee")]),
        .timeline(
            threadID: "1",
            .replaced(
                [.message(message("a", "first\nsecond")), .message(message("b", "mine", own: true))],
                hasOlder: true
            )
        ),
    ]

    /// Runs lines from a pipe to their end; what was told, and what the session was asked.
    private func run(
        _ lines: String...,
        first: [ChatUpdate] = first,
        answer: @escaping @Sendable (ChatRequest) -> [ChatUpdate] = { _ in [] }
    ) async -> (told: String, asked: [ChatRequest]) {
        let told = Mutex("")
        let session = PlainSession(first, answer)
        let front = PlainFront(
            isInteractive: false,
            zone: .utc,
            connector: { _ throws(FailureReport) in throw FailureReport(.usage, "no") },
            setEcho: { _ in },
            write: { text in told.withLock { $0 += text } }
        )
        let input = AsyncStream { continuation in
            for line in lines { continuation.yield(line) }
            continuation.finish()
        }
        #expect(await front.run([ChatFront.Seat(id: "c", title: "Club", session: session)], input: input) == .quit)
        return (told.withLock { $0 }, await session.requests)
    }

    @Test("tells where one is and what was said, with a number before each message")
    func entry() async {
        let (told, _) = await run("/threads", "/go 2", "/status")
        let messages = "Thu 1 Jan 1970\n1 10:00 ann: first\n   second\n2 10:00 me: mine\n"
        #expect(told.contains("connected to x\nthread Tea\n\(messages)"))
        #expect(told.contains("1 Tea, where you are\n2 Coffee\n"))
        #expect(told.contains("thread Coffee\n") && told.contains("you are in Coffee\n"))
    }

    @Test("sends lines, and joins those that end in a backslash")
    func sending() async {
        let (_, asked) = await run("hello", "one \\", "two", "//slash")
        #expect(asked.contains(.send(Draft("hello"), threadID: "1")))
        #expect(asked.contains(.send(Draft("one \ntwo"), threadID: "1")))
        #expect(asked.contains(.send(Draft("/slash"), threadID: "1")))
    }

    @Test("answers, changes and reacts to a message by its number")
    func numbers() async {
        let (told, asked) = await run(
            "/reply 1 yes",
            "/edit 2 better",
            "/react 1 👍",
            "/edit 2",
            "/reply 99 x",
            "/delete 2",
            "y"
        )
        #expect(asked.contains(.send(Draft("yes", replyTo: "a"), threadID: "1")))
        #expect(asked.contains(.edit(messageID: "b", threadID: "1", text: "better")))
        #expect(asked.contains(.react(messageID: "a", threadID: "1", emoji: "👍", adds: true)))
        #expect(asked.contains(.delete(messageID: "b", threadID: "1")))
        #expect(told.contains("no message has the number 99") && told.contains("it is now:\n   mine\n"))
    }

    @Test("reads back, and asks for what is older")
    func history() async {
        let (told, asked) = await run("/history 2") { request in
            guard case .loadOlder = request else { return [] }
            let items = ["x", "y", "z"].map { TimelineItem.message(PlainTests.message($0, "old \($0)")) }
            return [.timeline(threadID: "1", .inserted(items, before: nil, hasOlder: false))]
        }
        #expect(asked.contains(.loadOlder(threadID: "1")))
        #expect(told.contains("old y\n") && told.contains("old z\n") && !told.contains("old x"))
    }

    @Test("lists members and what was found, and goes to it")
    func lists() async {
        let (told, _) = await run("/members", "/search fir", "/show 1") { request in
            switch request {
            case .listMembers: [.members(threadID: "1", [Member(id: "1", name: "Ann"), Member(id: "2", name: "Bob")])]
            case .search(let query, _):
                [.found(SearchFindings(query: query, hits: [.init(message: PlainTests.found, snippet: "first")]))]
            default: []
            }
        }
        #expect(told.contains("/choose NUMBER tells of one\n   1 Ann\n   2 Bob\n"))
        #expect(told.contains("1 found") && told.contains("ann in Tea: first\n"))
        #expect(told.ranges(of: "1 10:00 ann: first\n").count >= 2)
    }

    private static var found: ChatMessage {
        var message = message("a", "first\nsecond")
        message.threadID = "1"
        return message
    }

    @Test("asks what a session asks, and takes a number or the beginning of a choice")
    func questions() async {
        let question = ChatQuestion(id: "q", prompt: "How?", lines: ["a line"], choices: ["E-mail", "Phone"])
        let (told, asked) = await run("x", "2", first: PlainTests.first + [.question(question)]) { request in
            if case .answer = request { [.question(nil)] } else { [] }
        }
        #expect(told.contains("a line\nHow?\n   1 E-mail\n   2 Phone\n"))
        #expect(asked.contains(.answer(questionID: "q", "Phone")))
    }

    @Test("tells of changes, of failures, and of what is unread elsewhere")
    func changes() async {
        var edited = PlainTests.message("a", "changed")
        edited.editedAt = 1
        var elsewhere = ChatThread(id: "2", title: "Coffee")
        elsewhere.unreadCount = 3
        elsewhere.hasMention = true
        let updates: [ChatUpdate] = [
            .timeline(threadID: "1", .updated(id: "a", .message(edited))), .thread(elsewhere),
            .delivery(threadID: "1", messageID: "b", .failed(reason: "refused")), .notice("something"),
        ]
        let (told, _) = await run("/mentions") { _ in updates + [.notifications([])] }
        #expect(told.contains("changed: 1 10:00 ann, edited: changed\n"))
        #expect(told.contains("3 unread in Coffee, somebody mentions you\n"))
        #expect(told.contains("2 was not delivered: refused") && told.contains("something\n"))
    }

    @Test("tells the day where it changes, also while one reads back")
    func days() async {
        var today = PlainTests.message("c", "later")
        today.time += 2 * 86_400_000
        let first = PlainTests.first + [.timeline(threadID: "1", .appended([.message(today)], isLive: true))]
        let (told, _) = await run("/show 1", first: first)
        #expect(told.contains("2 10:00 me: mine\nSat 3 Jan 1970\n3 10:00 ann: later\n"))
        #expect(told.contains("Thu 1 Jan 1970\n1 10:00 ann: first\n   second\n2 10:00 me: mine\nSat 3 Jan 1970\n"))
        #expect(told.ranges(of: "Thu 1 Jan 1970").count == 2)
    }

    @Test("takes a number of the list told last: a member, a mention, a link")
    func choosing() async {
        let file = Attachment(id: "7", name: "a.pdf", size: 5, url: "/x")
        var message = PlainTests.message("l", "see https://a.example/1")
        message.attachments = [file]
        let first = PlainTests.first + [.timeline(threadID: "1", .appended([.message(message)], isLive: true))]
        let (told, asked) = await run(
            "/choose 1",
            "/members",
            "/choose 2",
            "/links 3",
            "/choose 1",
            "/open 1",
            "/copy 1",
            first: first
        ) { request in
            switch request {
            case .listMembers: [.members(threadID: "1", [Member(id: "1", name: "Ann"), Member(id: "2", name: "Bob")])]
            case .showMember(let name): [.member(Member(id: "2", name: name))]
            default: []
            }
        }
        #expect(told.contains("no list with the number 1 was told"))
        #expect(asked.contains(.showMember(name: "Bob")))
        #expect(told.contains("   1  https://a.example/1\n   2  a.pdf, 5 B\n"))
        #expect(told.contains("opening https://a.example/1\n"))
        #expect(told.contains("there is no link and no file here\n"))
        #expect(told.contains("\nfirst\nsecond\n"))
    }

    @Test("finds threads and emoji by some letters")
    func letters() async {
        let (told, _) = await run("/threads cof", "/threads xyz", "/emoji hear", "/fold", "/editor")
        #expect(told.contains("\n2 Coffee\n") && !told.contains("\n1 Tea"))
        #expect(told.contains("no title fits") && told.contains("   heart "))
        #expect(told.contains("/fold is about the screen") && told.contains("an editor needs a terminal"))
    }

    @Test("tells what the next line is going to be, and sends or gives up what was begun")
    func begun() async {
        let first = PlainTests.first + [.draft(threadID: "1", DraftState("half", cursor: 4))]
        let (told, asked) = await run(
            "/reply 1",
            "/cancel",
            "/attach /tmp/a.txt",
            "/draft send",
            "/draft drop",
            first: first
        )
        #expect(told.contains("what you write next answers ann; /cancel gives that up"))
        #expect(told.contains("with the next message go a.txt"))
        #expect(asked.contains(.send(Draft("half", files: ["/tmp/a.txt"]), threadID: "1")))
        #expect(told.contains("given up"))
    }

    @Test("takes a failed message back, and says how to send it again")
    func takenBack() async {
        let first =
            PlainTests.first + [
                .timeline(
                    threadID: "1",
                    .appended([.message(ChatScript.own("lost", .failed(reason: "x"), id: "f"))], isLive: true)
                )
            ]
        let (told, asked) = await run("/takeback", "/members", "/draft send", first: first) { request in
            switch request {
            case .takeBack(let id, let thread):
                [.timeline(threadID: thread, .removed(id: id)), .takenBack(threadID: thread, Draft("lost"))]
            case .listMembers: [.members(threadID: "1", [])]
            default: []
            }
        }
        #expect(told.contains("taken back; /draft send sends it again"))
        #expect(asked.contains(.send(Draft("lost"), threadID: "1")))
    }

    @Test("has each command of the screen, or says that it is about the screen")
    func complete() async {
        let help = await run("/help").told
        for form in CommandTable.forms
        where form.isPossible(with: [.community]) && !PlainCommand.isForScreen("/\(form.name)") {
            #expect(help.contains("/\(form.name)"), "/\(form.name)")
        }
        #expect(!help.contains("/list-width") && help.contains("/choose NUMBER"))
    }

    @Test("lets nothing through that a terminal would obey")
    func hostile() async {
        let texts = HostileTextTests.texts
        let items = texts.enumerated().map { TimelineItem.message(PlainTests.message("h\($0)", $1)) }
        let first = PlainTests.first + [.timeline(threadID: "1", .appended(items, isLive: true))]
        let (told, _) = await run("/history 500", first: first) { request in
            if case .loadOlder = request { [.failed(FailureReport(.noConnection, "no"))] } else { [] }
        }
        #expect(told.contains("older messages could not be loaded"))
        let bad = told.unicodeScalars.filter { ($0.value < 0x20 && $0 != "\n") || (0x7F...0x9F).contains($0.value) }
        #expect(bad.isEmpty)
        #expect(
            !told.unicodeScalars.contains {
                (0x202A...0x202E).contains($0.value) || (0x2066...0x2069).contains($0.value)
            }
        )
    }

    @Test("what was begun on the screen stays begun")
    func draft() async {
        let first = PlainTests.first + [.draft(threadID: "1", DraftState("half", cursor: 4))]
        let (told, asked) = await run("/draft", "hello", "/draft", first: first)
        #expect(told.ranges(of: "begun here; /draft send sends it:\n   half\n").count == 2)
        #expect(asked.contains(.send(Draft("hello"), threadID: "1")))
    }
}
