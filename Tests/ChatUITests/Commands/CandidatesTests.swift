import Chat
import Terminal
import Testing

@testable import ChatUI

@Suite("What Tab offers")
struct CandidatesTests {
    @Test("is shown, taken one after another, and the other way round")
    func turning() {
        var chat = ChatScript.community()
        chat.type("a :heart")
        chat.press(.named(.tab))
        #expect(chat.screen.contains("❤ :heart:  😍 :heart_eyes:"))
        #expect(chat.state.composer.text == "a :heart")
        chat.press(.named(.tab))
        #expect(chat.state.composer.text == "a ❤️ ")
        chat.press(.named(.tab))
        #expect(chat.state.composer.text == "a 😍 ")
        chat.press(.named(.backTab), .named(.backTab))
        #expect(chat.state.composer.text == "a 🫶 ")
        chat.type("b")
        #expect(!chat.screen.contains(":heart:"))
        chat.press(.named(.tab))
        #expect(chat.state.composer.text == "a 🫶 b")
    }

    @Test("is left with Esc, and what was written stays")
    func left() {
        var chat = ChatScript.community()
        chat.type("/delete")
        chat.press(.named(.tab), .named(.tab), .named(.escape))
        #expect(chat.state.composer.text == "/delete-thread")
        #expect(chat.state.candidates == nil)
        #expect(!chat.screen.contains("/delete-thread  "))
    }

    @Test("keeps the one that is taken in sight on narrow screens")
    func narrow() {
        var chat = ChatScript.community()
        chat.perform(.resized(width: 24, height: 10))
        chat.type("/")
        chat.press(.named(.tab))
        for _ in 0..<12 {
            chat.press(.named(.tab))
            let written = chat.state.composer.text.trimmed
            #expect(chat.canvas.rows.dropLast().contains { $0.contains(written) }, "\(chat.screen)")
        }
    }
}
