import Chat
import Testing

@testable import Headless

@Suite("A thread as a person names it") struct ThreadNameTests {
    private let threads = ["Tea", "라운지 Lounge", "☕ Club", "to go"].enumerated().map {
        ChatThread(id: "\($0)", title: $1)
    }

    @Test(
        "is found by number or title, in any case, and as bobbin threads prints it",
        arguments: [
            ("0", "Tea"), ("tea", "Tea"), ("#Tea", "Tea"), ("🫖 Tea", "Tea"), ("(🫖 Tea)", "Tea"), ("(Tea)", "Tea"),
            ("👩‍💻 라운지 Lounge", "라운지 Lounge"), ("라운지 Lounge", "라운지 Lounge"), ("☕ Club", "☕ Club"), ("to go", "to go"),
        ]
    )
    func found(typed: String, title: String) throws {
        #expect(try ThreadName(typed).thread(among: threads).title == title)
    }

    @Test("is not found by a part of it", arguments: ["Lounge", "go", "Te", "x Tea", "Club"])
    func notFound(typed: String) {
        #expect(throws: FailureReport.self) { try ThreadName(typed).thread(among: threads) }
    }
}
