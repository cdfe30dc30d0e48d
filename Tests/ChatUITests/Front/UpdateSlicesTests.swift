import Chat
import TestSupport
import Testing

@testable import ChatUI

@Suite("Pieces of what is reported")
struct UpdateSlicesTests {
    private static func messages(_ count: Int) -> [ChatMessage] {
        (0..<count).map { ChatScript.message("text \($0)", id: "\($0)") }
    }

    private static func appended(_ count: Int) -> ChatUpdate {
        .timeline(threadID: "1", .appended(messages(count).map(TimelineItem.message), isLive: true))
    }

    private static let updates: [ChatUpdate] = [
        .notice("first"), .messages(threadID: "1", messages(1_000)), .messages(threadID: "2", messages(3)),
        appended(500), .timeline(threadID: "1", .replaced(messages(300).map(TimelineItem.message), hasOlder: true)),
        .messages(threadID: "2", messages(UpdateSlices.limit)), .messages(threadID: "2", []), .notice("last"),
    ]

    /// An update as the messages it is made of, so that it does not matter how they are put together.
    private static func parts(of update: ChatUpdate) -> [String] {
        switch update {
        case .messages(let thread, let messages): messages.map { "\(thread) \($0.id)" }
        case .timeline(let thread, .appended(let items, let isLive)): items.map { "\(thread) \($0.id) \(isLive)" }
        default: ["\(update)"]
        }
    }

    @Test("hold everything in order")
    func whole() {
        let slices = Array(UpdateSlices(Self.updates))
        #expect(slices.joined().flatMap(Self.parts) == Self.updates.flatMap(Self.parts))
        #expect(Array(UpdateSlices([])).isEmpty)
    }

    @Test("are small, but for what can't be done in two steps")
    func small() {
        for slice in UpdateSlices(Self.updates) {
            let isOnePage = slice.contains { if case .timeline(_, .replaced) = $0 { true } else { false } }
            #expect(isOnePage || slice.reduce(0) { $0 + $1.messageCount } <= UpdateSlices.limit)
        }
        #expect(Array(UpdateSlices([Self.appended(UpdateSlices.limit * 3)])).count == 3)
    }

    @Test("leave the screen as the whole does")
    func sameState() {
        var (whole, sliced) = (ChatScript(joined: ["1", "2"]), ChatScript(joined: ["1", "2"]))
        whole.perform(.updates(Self.updates, community: ChatScript.name))
        for slice in UpdateSlices(Self.updates) { sliced.perform(.updates(slice, community: ChatScript.name)) }
        #expect(whole.state.communities == sliced.state.communities)
    }
}
