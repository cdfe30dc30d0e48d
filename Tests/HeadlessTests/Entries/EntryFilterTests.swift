import Chat
import Testing

@testable import Headless

@Suite("Filters")
struct EntryFilterTests {
    private func entry(_ text: String, sender: String = "Kim", _ content: TailEntry.Content = .message) -> TailEntry {
        var message = ChatMessage(id: "1", sender: sender, text: text, time: 0)
        message.senderID = "42"
        return TailEntry(content, message, threadID: "7", title: "Tea")
    }

    @Test("take what one pattern is in, and nothing that an exclusion is in")
    func patterns() throws {
        let filter = EntryFilter(
            patterns: [try Pattern("tea"), try Pattern("coffee")],
            exclusions: [try Pattern("cold")]
        )
        #expect(filter.takes(entry("Tea?"), takesChanges: false))
        #expect(filter.takes(entry("coffee"), takesChanges: false))
        #expect(!filter.takes(entry("milk"), takesChanges: false))
        #expect(!filter.takes(entry("cold tea"), takesChanges: false))
        let inverted = EntryFilter(patterns: [try Pattern("tea")], isInverted: true)
        #expect(!inverted.takes(entry("tea"), takesChanges: false))
        #expect(inverted.takes(entry("milk"), takesChanges: false))
    }

    @Test("take those of a sender by name or identifier, and those that mention one")
    func senders() {
        #expect(EntryFilter(senders: ["kim"]).takes(entry("x"), takesChanges: false))
        #expect(EntryFilter(senders: ["42"]).takes(entry("x"), takesChanges: false))
        #expect(!EntryFilter(senders: ["Lee"]).takes(entry("x"), takesChanges: false))
        #expect(!EntryFilter(mentionsMe: true).takes(entry("x"), takesChanges: false))
        var mention = entry("x")
        mention.message.mentionsMe = true
        #expect(EntryFilter(mentionsMe: true).takes(mention, takesChanges: false))
    }

    @Test("take messages, in JSON what becomes of them as well, or what is chosen")
    func kinds() {
        #expect(!EntryFilter().takes(entry("x", .edit), takesChanges: false))
        #expect(EntryFilter().takes(entry("x", .edit), takesChanges: true))
        #expect(EntryFilter(kinds: [.edit]).takes(entry("x", .edit), takesChanges: false))
        #expect(!EntryFilter(kinds: [.edit]).takes(entry("x"), takesChanges: true))
        #expect(EntryFilter(kinds: [.text]).takes(entry("x"), takesChanges: false))
        #expect(!EntryFilter(kinds: [.image]).takes(entry("x"), takesChanges: false))
        let gap = TailEntry(TailEntry.Gap(), threadID: "7")
        #expect(EntryFilter(senders: ["Lee"]).takes(gap, takesChanges: true))
        #expect(!EntryFilter().takes(gap, takesChanges: false))
    }
}
