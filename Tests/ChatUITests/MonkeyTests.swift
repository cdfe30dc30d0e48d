import Chat
import Terminal
import TestSupport
import Testing

@testable import ChatUI

@Suite("A monkey at the keyboard")
struct MonkeyTests {
    private static let destinations = ["/topic/a", "/topic/한글", "/queue/c", "/exchange/x/y"]
    private static let keys = (KeyTable.sections + [KeyTable.selecting]).flatMap(\.bindings).flatMap(\.keys)

    @Test("finds no state that breaks the rules", arguments: [1, 2, 3, 4] as [UInt64])
    func press(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var chat = ChatScript(width: 80, height: 24)
        for step in 0..<5000 {
            chat.perform(MonkeyTests.action(&random))
            chat.effects = []
            check(chat.state, "seed \(seed), step \(step)")
            // Every state can be drawn; drawing each of them would only take long.
            if step % 5 == 0 {
                let canvas = chat.canvas
                #expect(canvas.cells.count == canvas.width * canvas.height)
            }
        }
    }

    private func check(_ state: ChatState, _ place: String) {
        let here = state.here
        #expect(
            here.threads.isEmpty ? here.selected == 0 : here.threads.indices.contains(here.selected),
            "\(place)"
        )
        #expect(state.shown?.unread ?? 0 == 0, "\(place)")
        #expect(Set(here.threads.map(\.id)).count == here.threads.count, "\(place)")
        let composer = state.composer
        #expect((0...composer.letters.count).contains(composer.cursor), "\(place)")
        #expect(composer.text.count == composer.letters.count, "\(place)")
        // What comes back is put before what is written, whatever the limit.
        #expect(composer.text.utf8.count <= 2 * Composer.limit, "\(place)")
        #expect(state.shown?.scroll != .following || state.shown?.newBelow == 0, "\(place)")
        for thread in here.threads {
            let serials = thread.timeline.firstSerial..<thread.timeline.endSerial
            if let selection = thread.selection { #expect(serials.contains(selection), "\(place)") }
            if case .held(let serial, let hidden) = thread.scroll {
                #expect(serial < thread.timeline.endSerial && hidden >= 0, "\(place)")
            }
            for entry in thread.timeline.entries.prefix(3) {
                guard let id = entry.itemID, let serial = thread.timeline.serial(of: id) else { continue }
                #expect(thread.timeline[serial]?.itemID == id, "\(place)")
            }
        }
        if let next = state.nextChange { #expect(next > state.now.uptime, "\(place)") }
    }

    private static func action(_ random: inout SeededRandom) -> ChatAction {
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<8: return .key(pick(keys, &random))
        case 8..<12: return .key(.character(pick(Array("ab /한👍e\u{301}🇰🇷"), &random)))
        case 12: return .key(.paste(text(&random)))
        case 13:
            return .resized(
                width: Int.random(in: -1...120, using: &random),
                height: Int.random(in: -1...50, using: &random)
            )
        case 14: return .time(Moment(wall: 0, uptime: Int64.random(in: 0...100_000, using: &random)))
        case 15: return .failed(FailureReport(.refused, "refused", remedy: "try again"))
        case 17: return .drawn
        case 16: return .key(.paste("/" + pick(CommandTable.forms, &random).name + " " + pick(destinations, &random)))
        default: return .updates([update(&random)], community: ChatScript.name)
        }
    }

    private static func update(_ random: inout SeededRandom) -> ChatUpdate {
        let destination = pick(destinations, &random)
        let id = "\(Int.random(in: 0..<50, using: &random))"
        switch Int.random(in: 0..<14, using: &random) {
        case 10: return communityUpdate(&random)
        case 11, 12, 13: return .timeline(threadID: destination, change(&random))
        case 0, 1: return .joined(ChatThread(destination: destination))
        case 2: return .left(threadID: destination, reason: Bool.random(using: &random) ? nil : "refused")
        case 3: return .connection(.waiting(reason: "lost", seconds: Double.random(in: -1...40, using: &random)))
        case 4: return .connection(.connected(server: "X 1", warning: nil))
        case 5: return .delivery(threadID: destination, messageID: id, .failed(reason: "lost"))
        case 6: return .messages(threadID: destination, [ChatScript.own("mine", .sending, id: id)])
        default:
            let text = text(&random)
            let minute = Int.random(in: -3000...3000, using: &random)
            return .messages(threadID: destination, [ChatScript.message(text, from: text, minute: minute, id: id)])
        }
    }

    private static func communityUpdate(_ random: inout SeededRandom) -> ChatUpdate {
        let id = pick(destinations, &random)
        var thread = ChatThread(id: id, title: text(&random))
        thread.isPinned = Bool.random(using: &random)
        thread.isJoined = Int.random(in: 0..<4, using: &random) > 0
        thread.order = Int64.random(in: 0..<3, using: &random)
        thread.unreadCount = Bool.random(using: &random) ? nil : Int.random(in: -2...5, using: &random)
        switch Int.random(in: 0..<14, using: &random) {
        case 0: return .capabilities(Bool.random(using: &random) ? [] : [.community, .workspaces])
        case 1: return .threads([thread, ChatThread(id: "/topic/a", title: "a")])
        case 2, 3: return .thread(thread)
        case 4: return .watermark(threadID: id, messageID: "\(Int.random(in: 0..<60, using: &random))")
        case 5: return .typing(threadID: id, [text(&random)])
        case 6: return .signInNeeded(reason: text(&random))
        case 7: return .account(Bool.random(using: &random) ? nil : Member(id: "1", name: text(&random)))
        case 8: return .dialog(text(&random))
        case 9:
            let choices = Bool.random(using: &random) ? [] : [text(&random), "b"]
            let isWaiting = Bool.random(using: &random)
            let question = ChatQuestion(
                id: id,
                prompt: text(&random),
                lines: [text(&random)],
                choices: choices,
                isWaiting: isWaiting
            )
            return .question(Int.random(in: 0..<3, using: &random) == 0 ? nil : question)
        case 10:
            let message = ChatScript.item(Int.random(in: 0..<90, using: &random))
            let hit = SearchFindings.Hit(message: message, snippet: text(&random))
            return .found(SearchFindings(query: pick(["a", " ", "/"], &random), hits: [hit], hasMore: true))
        case 11: return .draft(threadID: id, DraftState(text(&random), cursor: 3, replyTo: "7"))
        case 12: return .takenBack(threadID: id, Draft(text(&random), replyTo: "7"))
        default: return .members(threadID: id, [Member(id: "2", name: text(&random))])
        }
    }

    private static func change(_ random: inout SeededRandom) -> TimelineChange {
        func item() -> TimelineItem {
            let number = Int.random(in: 0..<60, using: &random)
            if number < 5 { return .gap(id: "g\(number)") }
            var message = ChatScript.item(number, text(&random), from: number % 3 == 0 ? "me" : "bob")
            message.isDeleted = number % 7 == 0
            message.isBlocked = number % 11 == 0
            message.reactions = number % 2 == 0 ? [Reaction(emoji: text(&random), count: number)] : []
            message.attachments = number % 5 == 0 ? [Attachment(id: "1", name: text(&random), size: number)] : []
            message.mentions = number % 4 == 0 ? ["a"] : []
            return .message(message)
        }
        let id = item().id
        switch Int.random(in: 0..<8, using: &random) {
        case 0: return .replaced((0..<Int.random(in: 0..<40, using: &random)).map { _ in item() }, hasOlder: true)
        case 1, 2, 3: return .appended([item(), item()], isLive: Bool.random(using: &random))
        case 4, 5:
            let isOlder = Bool.random(using: &random)
            return .inserted([item(), item()], before: isOlder ? nil : id, hasOlder: Bool.random(using: &random))
        case 6: return .updated(id: id, item())
        default: return .removed(id: id)
        }
    }

    /// Mostly short, since long texts only take long; seldom one in full.
    private static func text(_ random: inout SeededRandom) -> String {
        let text = pick(HostileTextTests.texts, &random)
        return Int.random(in: 0..<100, using: &random) == 0 ? text : String(text.prefix(60))
    }

    private static func pick<Element>(_ elements: [Element], _ random: inout SeededRandom) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &random)]
    }
}
