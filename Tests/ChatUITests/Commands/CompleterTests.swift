import Chat
import Terminal
import Testing

@testable import ChatUI

@Suite("Completion")
struct CompleterTests {
    private static let all = Completer(
        capabilities: [.community, .workspaces],
        members: ["민수", "Ann Lee", "annika", "bob"],
        threads: ["General", "General chat", "Ideas"],
        workspaces: ["Red team", "Blue"],
        profiles: ["home", "work"]
    )

    @Test(
        "knows what can stand at each place",
        arguments: [
            ("/j", Completion.replaced("/join ")), ("/q", .replaced("/quit")), ("/x", .none), ("j", .none),
            ("//j", .none),
            ("/delete", .several(["/delete-thread", "/delete"])), ("/det", .replaced("/detach")),
            ("/kick b", .replaced("/kick bob ")), ("/kick 민", .replaced("/kick 민수 ")),
            ("/kick @b", .replaced("/kick bob ")), ("/kick ann", .several(["Ann Lee", "annika"])),
            ("/kick Ann L", .none), ("/kick \"Ann L", .replaced("/kick \"Ann Lee\" ")),
            ("/invite bob anni", .replaced("/invite bob annika ")),
            ("/role bob o", .replaced("/role bob owner ")), ("/pin o", .several(["on", "off"])),
            ("/join i", .replaced("/join Ideas ")), ("/join g", .replaced("/join General")),
            ("/workspace s", .replaced("/workspace switch ")),
            ("/workspace switch r", .replaced("/workspace switch \"Red team\" ")),
            ("/connect w", .replaced("/connect work ")),
            ("/react :thumbsu", .replaced("/react 👍 ")), ("/react :tad", .replaced("/react 🎉 ")),
            ("/attach ~/pic", .path("~/pic")), ("/attach \"my fi", .path("my fi")), ("/attach a.png b", .path("b")),
            ("hi @b", .replaced("hi @bob ")), ("hi @", .several(["민수", "Ann Lee", "annika", "bob"])),
            ("hi :thumbsu", .replaced("hi 👍 ")), ("hi :", .none), ("hi b", .none), ("hi #i", .replaced("hi #Ideas ")),
            ("hi :heart:", .replaced("hi ❤️ ")), ("hi :explod", .replaced("hi 🤯 ")), ("hi :rainb", .replaced("hi 🌈 ")),
            ("hi :flake", .none), ("hi :_eyes", .several(["😍 :heart_eyes:", "🙄 :roll_eyes:"])),
            ("/reply hi @b", .replaced("/reply hi @bob ")),
            ("hi @Ann L", .replaced("hi @Ann Lee ")), ("hi @bob and", .none), ("(@b", .replaced("(@bob ")),
            ("see [#ideas and (@anni", .replaced("see [#ideas and (@annika ")), ("me@b", .none), ("a#i", .none),
            ("\"#General c", .replaced("\"#General chat ")), ("(:tad", .replaced("(🎉 ")), ("10:30", .none),
            ("hi @\nbob", .none), ("hi @bob :tad", .replaced("hi @bob 🎉 ")),
        ]
    )
    func completes(text: String, completion: Completion) {
        #expect(CompleterTests.all.complete(text).labels == completion)
    }

    @Test("goes on where names with blanks part, and finds names whatever their marks")
    func blanks() {
        let completer = Completer(
            members: ["Ann Lee", "Ann Li", "José Ángel", "Öz"],
            threads: ["Red team", "Red tea"]
        )
        #expect(completer.complete("hi @ann") == .replaced("hi @Ann L"))
        #expect(completer.complete("hi @Ann L").labels == .several(["Ann Lee", "Ann Li"]))
        #expect(completer.complete("hi @Ann Le") == .replaced("hi @Ann Lee "))
        #expect(completer.complete("#red") == .replaced("#Red tea"))
        #expect(completer.complete("#Red tea").labels == .several(["Red team", "Red tea"]))
        #expect(completer.complete("@jose a") == .replaced("@José Ángel "))
        #expect(completer.complete("@o") == .replaced("@Öz "))
        #expect(completer.complete("@ö") == .replaced("@Öz "))
        var chat = ChatScript.community()
        chat.receive(.members(threadID: "1", [Member(id: "5", name: "Ann Lee"), Member(id: "6", name: "Ann Li")]))
        chat.type("(@an")
        chat.press(.named(.tab), .named(.tab), .named(.tab))
        #expect(chat.state.composer.text == "(@Ann Lee ")
        chat.press(.named(.tab))
        #expect(chat.state.composer.text == "(@Ann Li ")
    }

    @Test("offers only what the server can do")
    func capabilities() {
        #expect(
            Completer().complete("/").labels
                == .several([
                    "/join", "/leave", "/info", "/fold", "/list-width", "/watch", "/retry", "/takeback", "/raw",
                    "/search",
                    "/find", "/connect", "/disconnect", "/reconnect", "/links",
                    "/mouse", "/dnd",
                    "/help",
                    "/quit",
                ])
        )
        #expect(Completer().complete("/kick b") == .none)
    }

    @Test("goes on with the names in a folder while nothing else is typed")
    func paths() {
        var chat = ChatScript.community()
        chat.type("/attach ~/pic")
        chat.press(.named(.tab))
        #expect(chat.effects.last == .listFolder("~/pic"))
        chat.perform(.folder("~/pic", names: ["pictures/"]))
        #expect(chat.state.composer.text == "/attach ~/pictures/")
        chat.press(.named(.tab))
        chat.perform(.folder("~/pictures/", names: ["a cat.png", "a cow.png"]))
        #expect(chat.state.composer.text == "/attach \"~/pictures/a c")
        chat.press(.named(.tab))
        chat.type("x")
        chat.perform(.folder("~/pictures/a c", names: ["a cat.png", "a cow.png"]))
        #expect(chat.state.composer.text == "/attach \"~/pictures/a cx")
        chat.press(.named(.backspace))
        chat.type("at")
        chat.press(.named(.tab))
        chat.perform(.folder("~/pictures/a cat", names: ["a cat.png"]))
        #expect(chat.state.composer.text == "/attach \"~/pictures/a cat.png\" ")
    }
}

extension Completion {
    fileprivate static func several(_ labels: [String]) -> Completion {
        .several(labels.map { Candidate(label: $0, text: "") })
    }

    /// The same, of candidates only what is shown.
    fileprivate var labels: Completion {
        guard case .several(let candidates) = self else { return self }
        return .several(candidates.map(\.label))
    }
}
