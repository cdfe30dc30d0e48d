import ChatStore
import Testing

@testable import Chat

@Suite("Watched threads")
struct WatchedThreadsTests {
    @Test("come back from the store as they were, and damage is none")
    func stored() {
        var watched = WatchedThreads()
        watched.watch("1", true) { _ in true }
        watched.watch("2", false) { _ in true }
        watched.watch("1", false) { _ in true }
        #expect(WatchedThreads(stored: watched.stored) == watched)
        #expect(watched.words == ["1": false, "2": false])
        #expect(WatchedThreads(stored: nil).words.isEmpty)
        #expect(WatchedThreads(stored: Array("[1,".utf8)).words.isEmpty)
    }

    @Test("are not remembered without end: those that are gone make room")
    func bounded() {
        var watched = WatchedThreads()
        for number in 0..<WatchedThreads.limit { watched.watch("\(number)", true) { _ in true } }
        watched.watch("new", true) { _ in true }
        #expect(watched.words["new"] == nil && watched.words.count == WatchedThreads.limit)
        watched.watch("new", true) { $0 != "7" }
        #expect(watched.words["new"] == true && watched.words["7"] == nil)
    }

    @Test("are told to the front when the store is there, and kept at each word")
    func conversation() {
        var conversation = CommunityConversation(CommunityConversation.Terms(url: "http://c.test", makeID: { "id" }))
        let none = conversation.watch("1", true)
        #expect(none == Outcome())
        var stored = CommunityConversation.Stored()
        stored.watched = WatchedThreads(stored: Array(#"{"2":true}"#.utf8)).stored
        let outcome = conversation.restored(stored)
        // What was said before the store was there counts too.
        #expect(outcome.updates.contains(.watched(["1": true, "2": true])))
        let kept = conversation.watch("2", false)
        #expect(kept == conversation.kept([.value(name: "watched", Array(#"{"1":true,"2":false}"#.utf8))]))
    }
}
