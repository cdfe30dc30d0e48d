import Chat
import Testing

@testable import ChatUI

@Suite("What is typed")
struct ComposedInputTests {
    @Test(
        "is a message, a command or a mistake",
        arguments: [
            ("hello", ComposedInput.message("hello")),
            ("  two blanks first \n\n", .message("  two blanks first")),
            ("//join x", .message("/join x")),
            ("", .nothing),
            (" \n ", .nothing),
            ("/join /topic/a", .command(.join("/topic/a"))),
            ("/join   /topic/a  ", .command(.join("/topic/a"))),
            ("/join", .command(.join(nil))),
            ("/join \"two words\"", .command(.join("two words"))),
            ("/leave", .command(.leave)),
            ("/retry", .command(.retry)),
            ("/help", .command(.help)),
            ("/quit", .command(.quit)),
            ("/quit now", .mistake("/quit takes no argument")),
            ("/usr/bin", .mistake("no command /usr/bin: /help lists them, and // begins a message with /")),
            ("/", .mistake("no command /: /help lists them, and // begins a message with /")),
            ("/create Book club", .command(.create(title: "Book club", detail: ""))),
            (#"/create "Book club""#, .command(.create(title: "Book club", detail: ""))),
            (#"/create "Book club" -- "at 8""#, .command(.create(title: "Book club", detail: "at 8"))),
            (
                "/create Book club -- every Monday -- at 8",
                .command(.create(title: "Book club", detail: "every Monday -- at 8"))
            ),
            ("/create -- only this", .mistake("/create needs an argument: /create TITLE [-- DESCRIPTION]")),
            ("/topic about tea", .command(.topic(title: nil, detail: "about tea"))),
            ("/topic Tea -- about tea", .command(.topic(title: "Tea", detail: "about tea"))),
            ("/pin", .command(.pin(nil))),
            ("/mute off", .command(.mute(false))),
            ("/mute maybe", .mistake("/mute takes on, off or nothing: /mute [on|off]")),
            ("/invite @민수 \"Ann Lee\" bob", .command(.invite(["민수", "Ann Lee", "bob"]))),
            ("/invite", .mistake("/invite needs an argument: /invite NAME...")),
            ("/invite \"Ann", .mistake("a \" is not closed: /invite NAME...")),
            ("/kick a b", .mistake("/kick takes one argument; put \" around blanks: /kick NAME")),
            ("/role \"Ann Lee\" Admin", .command(.role("Ann Lee", .admin))),
            ("/role ann", .mistake("/role takes a name and a role: /role NAME owner|admin|member")),
            ("/role ann king", .mistake("there is no role king: /role NAME owner|admin|member")),
            ("/dm @bob", .command(.direct("bob"))),
            ("/profile", .command(.profile)),
            ("/profile status on holiday", .command(.updateProfile(name: nil, part: nil, statusMessage: "on holiday"))),
            ("/profile status", .command(.updateProfile(name: nil, part: nil, statusMessage: ""))),
            ("/profile name", .mistake("/profile name needs an argument: /profile [name|part|status TEXT]")),
            ("/block bob", .command(.block("bob", true))),
            ("/unblock bob", .command(.block("bob", false))),
            ("/workspace", .command(.workspaces)),
            ("/workspace switch Red team", .command(.switchWorkspace("Red team"))),
            ("/workspace create Red -- ours", .command(.createWorkspace(name: "Red", detail: "ours"))),
            ("/workspace edit -- theirs", .command(.updateWorkspace(name: nil, detail: "theirs"))),
            ("/workspace invite a b", .command(.inviteToWorkspace(["a", "b"]))),
            ("/workspace handover ann", .command(.handOverWorkspace("ann"))),
            ("/workspace leave", .command(.leaveWorkspace)),
            ("/workspace leave now", .mistake("/workspace leave takes no argument")),
            ("/workspace delete", .command(.deleteWorkspace)),
            ("/attach a.png \"b c.pdf\"", .command(.attach(["a.png", "b c.pdf"]))),
            ("/react :+1:", .command(.react("👍"))),
            ("/react 🇰🇷", .command(.react("🇰🇷"))),
            ("/react 5", .mistake("5 is no emoji; names are written as :heart:")),
            ("/reply", .command(.reply(nil))),
            ("/reply yes, \"really\"", .command(.reply("yes, \"really\""))),
            ("/edit better", .command(.edit("better"))),
            ("/report spam", .command(.report("spam"))),
            ("/save ~/Downloads", .command(.save("~/Downloads"))),
            ("/search two words", .command(.search("two words", everywhere: true))),
            ("/find word", .command(.search("word", everywhere: false))),
            ("/connect work", .command(.connect("work"))),
            ("/disconnect", .command(.disconnect(nil))),
        ]
    )
    func reads(text: String, input: ComposedInput) {
        #expect(ComposedInput(text) == input)
    }

    @Test("says so where the server can't do it")
    func capabilities() {
        #expect(
            ComposedInput("/react 👍", capabilities: [])
                == .mistake("this server has no such thing: /react needs a community server")
        )
        #expect(
            ComposedInput("/workspace", capabilities: [.community])
                == .mistake("this server has no such thing: /workspace needs a server with workspaces")
        )
        #expect(ComposedInput("/join x", capabilities: []) == .command(.join("x")))
    }

    @Test("gives every command a name of its own, a use and words for the help")
    func forms() {
        #expect(Set(CommandTable.forms.map(\.name)).count == CommandTable.forms.count)
        for form in CommandTable.forms {
            #expect(!form.help.isEmpty)
            #expect(form.usage.hasPrefix("/\(form.name)"))
        }
    }
}
