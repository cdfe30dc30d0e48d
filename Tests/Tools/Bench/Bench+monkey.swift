import Chat
import ChatUI
import Glibc
import Terminal

extension Bench {
    /// Presses random keys against the pure parts of the screen, with messages coming in between, and draws at every size
    /// that comes along. A state that breaks a rule traps; the seed brings it back.
    static func pressKeys(_ count: Int, seed: UInt64) -> String {
        var random = Keyboard(seed: seed)
        var state = ChatState(zone: .utc, profiles: ["work"], width: 80, height: 24)
        var size = (width: 80, height: 24)
        _ = update(&state, .connected(community: "club", title: "Club", isShown: true))
        _ = update(&state, .updates(random.community(), community: "club"))
        var pictures = 0
        for step in 0..<count {
            if case .resized(let width, let height) = perform(step, &random, &state) {
                size = (max(0, width), max(0, height))
            }
            guard step % 32 == 0 else { continue }
            var canvas = Canvas(width: size.width, height: size.height)
            draw(state, into: &canvas)
            precondition(canvas.cells.count == canvas.width * canvas.height)
            _ = update(&state, .drawn)
            pictures += 1
        }
        return "keys=\(count) pictures=\(pictures) seed=\(seed)"
    }

    private static func perform(_ step: Int, _ random: inout Keyboard, _ state: inout ChatState) -> ChatAction {
        // Else it would stay in the first list that opens.
        var action = ChatAction.key(step % 9 == 8 ? .named(.escape) : random.key())
        switch step % 200 {
        case 50: action = .resized(width: random.below(100) - 1, height: random.below(40) - 1)
        case 100: action = .time(Moment(wall: Int64(step) * 1000, uptime: Int64(step)))
        // What is written would fill up, and every key would take its time.
        case 70, 170: action = .key(.control("c"))
        case 20, 150: action = .updates(random.updates(step), community: "club")
        default: break
        }
        let effects = update(&state, action)
        // What is asked for comes, so that lists and searches open.
        for case .request(let request, _) in effects {
            let updates = random.answer(request)
            if !updates.isEmpty { _ = update(&state, .updates(updates, community: "club")) }
        }
        return action
    }
}

/// Fingers that fall anywhere, the same in every run.
private struct Keyboard {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    private static let letters = Array("abcdefghijklmnopqrstuvwxyzGN /@#:+?\"'\\|~0123456789한글日👍é🇰🇷")
    private static let texts = [
        "hello", "/", "/help", "/search the", "/members", "/join b", "/mentions", "@ann: see https://example.org/a(b)",
        "\u{1B}[31mred\u{7}", "line\nline\n\n```\ncode\n```\n> quote\n- *list* **bold** `x`", "\u{202E}evil\u{202C}",
        "👨‍👩‍👧‍👦 ❤️ 1️⃣ \u{1FAE8} क्षि \u{301}", String(repeating: "가나다 ", count: 200), "", " ", "/react :heart:", "/edit",
        "/reply x",
        "/delete", "/watch", "/dnd", "/raw", "/topic a -- b", "/quit", "/attach /tmp/x",
    ]
    private static let names: [Key.Name] = [
        .enter, .tab, .backTab, .backspace, .escape, .delete, .insert, .up, .down, .left, .right, .home, .end, .pageUp,
        .pageDown, .function(1), .function(5),
    ]

    mutating func below(_ limit: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ (mixed >> 31)) % UInt64(limit))
    }

    private mutating func pick<Element>(_ list: [Element]) -> Element { list[below(list.count)] }

    mutating func key() -> Key {
        switch below(20) {
        case 0..<7: .character(pick(Keyboard.letters))
        case 7..<13: .named(pick(Keyboard.names), Key.Modifiers(rawValue: below(3) == 0 ? UInt8(below(8)) : 0))
        case 13..<16: .control(pick(Array("abcdefghijklnoprstuvwxyz]_")))
        case 16, 17: .alt(pick(Array("abcdefklmnruvwy123456789.<>")))
        case 18: .paste(pick(Keyboard.texts))
        default: below(4) == 0 ? .focus(below(2) == 0) : .unknown([0x1B, 0x5B, 0x7A])
        }
    }

    mutating func community() -> [ChatUpdate] {
        let threads = (0..<6).map { number in
            var thread = ChatThread(id: "\(number)", title: pick(Keyboard.texts))
            thread.isPinned = number == 0
            thread.isDirect = number == 4
            thread.isJoined = number != 5
            thread.unreadCount = below(5)
            return thread
        }
        return [
            .capabilities([.community, .workspaces]), .connection(.connected(server: "x", warning: nil)),
            .account(Member(id: "1", name: "ann")), .threads(threads),
        ] + threads.map { .timeline(threadID: $0.id, .replaced((0..<40).map { item($0) }, hasOlder: true)) }
    }

    mutating func item(_ number: Int) -> TimelineItem {
        var message = ChatMessage(
            id: "m\(number)",
            sender: pick(["ann", "bob", "민아", "\u{1B}x"]),
            text: pick(Keyboard.texts),
            time: Int64(number) * 100_000,
            isOwn: number % 3 == 0
        )
        message.serverID = "m\(number)"
        message.reactions = number % 4 == 0 ? [Reaction(emoji: "👍", count: number, isOwn: true)] : []
        message.replyTo = number % 5 == 0 ? ReplyTarget(messageID: "m1", sender: "bob", snippet: "x") : nil
        message.attachments = number % 7 == 0 ? [Attachment(id: "1", name: "a.png", size: 100)] : []
        return number % 31 == 30 ? .gap(id: "g\(number)") : .message(message)
    }

    mutating func updates(_ step: Int) -> [ChatUpdate] {
        let thread = "\(below(6))"
        switch below(6) {
        case 0: return [.typing(threadID: thread, ["bob"])]
        case 1: return [.timeline(threadID: thread, .updated(id: "m\(below(40))", item(below(40))))]
        case 2: return [.timeline(threadID: thread, .removed(id: "m\(below(40))"))]
        case 3:
            return [
                .connection(.waiting(reason: "lost", seconds: 3)), .connection(.connected(server: "x", warning: nil)),
            ]
        case 4: return community()
        default: return [.timeline(threadID: thread, .appended([item(100 + step)], isLive: true))]
        }
    }

    mutating func answer(_ request: ChatRequest) -> [ChatUpdate] {
        switch request {
        case .listMembers(let id):
            [.members(threadID: id, [Member(id: "1", name: "ann"), Member(id: "2", name: "bob")])]
        case .search(let query, _):
            [
                .found(
                    SearchFindings(
                        query: query,
                        hits: [.init(message: ChatMessage(id: "m1", sender: "bob", text: "x", time: 0), snippet: "x")]
                    )
                )
            ]
        case .loadOlder(let id): [.timeline(threadID: id, .inserted([item(-below(1000))], before: nil, hasOlder: true))]
        case .listNotifications: [.notifications([])]
        case .listWorkspaces: [.workspaces([Workspace(id: "1", name: "w")], current: "1")]
        case .showProfile: [.member(Member(id: "1", name: "ann"))]
        default: []
        }
    }
}
