import Chat
import Terminal
import Testing

@testable import ChatUI

@Suite("A command")
struct CommandTests {
    @Test(
        "asks the session for what it says",
        arguments: [
            ("/create Tea -- cups", ChatRequest.createThread(title: "Tea", detail: "cups", category: nil)),
            ("/topic about all", .updateThread(threadID: "1", title: nil, detail: "about all")),
            ("/pin", .pin(threadID: "1", true)), ("/pin off", .pin(threadID: "1", false)),
            ("/mute", .mute(threadID: "1", true)), ("/invite bob", .invite(threadID: "1", names: ["bob"])),
            ("/kick bob", .kick(threadID: "1", name: "bob")),
            ("/role bob admin", .changeRole(threadID: "1", name: "bob", .admin)),
            ("/leave", .leave(threadID: "1")), ("/dm bob", .direct(name: "bob")),
            ("/join Secret club", .join("Secret club")),
            ("/members", .listMembers(threadID: "1")), ("/whois bob", .showMember(name: "bob")),
            ("/profile", .showProfile),
            ("/profile part iOS", .updateProfile(name: nil, part: "iOS", statusMessage: nil)),
            ("/block bob", .block(name: "bob", true)), ("/find x", .search("x", threadID: "1")),
            ("/mentions", .listNotifications), ("/login", .signIn), ("/logout", .signOut),
            ("/workspace create A -- b", .createWorkspace(name: "A", detail: "b")),
            ("/workspace edit B", .updateWorkspace(name: "B", detail: nil)),
            ("/workspace invite bob", .inviteToWorkspace(names: ["bob"])),
        ]
    )
    func asks(text: String, request: ChatRequest) {
        var chat = ChatScript.community()
        chat.submit(text)
        #expect(chat.requests == [request])
        #expect(chat.state.composer.isEmpty)
    }

    @Test(
        "that can't be undone waits for a yes",
        arguments: [
            ("/delete-thread", ChatRequest.deleteThread(threadID: "1")), ("/workspace delete", .deleteWorkspace),
            ("/workspace leave", .leaveWorkspace), ("/workspace handover bob", .handOverWorkspace(name: "bob")),
            ("/role bob owner", .changeRole(threadID: "1", name: "bob", .owner)),
        ]
    )
    func confirms(text: String, request: ChatRequest) {
        var chat = ChatScript.community()
        chat.submit(text)
        chat.press(.named(.enter))
        #expect(chat.requests.isEmpty)
        chat.submit(text)
        chat.press(.character("y"))
        #expect(chat.requests == [request])
    }

    @Test("that a broker can't carry out says so and stays in the composer")
    func broker() {
        var chat = ChatScript(joined: ["/topic/a"])
        chat.submit("/kick bob")
        #expect(chat.requests.isEmpty)
        #expect(chat.screen.contains("this server has no such thing: /kick needs a community server"))
        #expect(chat.state.composer.text == "/kick bob")
        chat.press(.control("u"))
        chat.submit("/join a b")
        #expect(chat.screen.contains("a destination has no blanks"))
        chat.press(.control("u"))
        chat.submit("/join")
        #expect(chat.screen.contains("/join needs an argument: /join DESTINATION"))
    }

    @Test("that makes or joins a thread shows it once it is there")
    func awaited() {
        var chat = ChatScript.community(messages: 1)
        for command in ["/create Tea", "/dm bob", "/join Tea"] {
            chat.press(.alt("1"))
            chat.submit(command)
            chat.receive(.joined(ChatScript.thread(command, "Tea")))
            #expect(chat.state.shown?.id == command)
        }
        chat.press(.alt("1"))
        chat.receive(.joined(ChatScript.thread("9", "Invited")))
        #expect(chat.state.shown?.id == "1")
        chat.submit("/join ideas")
        #expect(chat.state.shown?.id == "2")
    }

    @Test("sends files with the next message, or alone")
    func attach() {
        var chat = ChatScript.community()
        chat.submit("/attach a.png \"dir/b c.pdf\"")
        chat.submit("/attach a.png")
        #expect(chat.canvas.rows[22] == "with a.png, b c.pdf (/detach forgets)")
        #expect(chat.canvas.rows[1].contains("▸"))
        chat.submit("look")
        #expect(chat.requests.last == .send(Draft("look", files: ["a.png", "dir/b c.pdf"]), threadID: "1"))
        #expect(!chat.screen.contains("with a.png"))
        chat.submit("/attach x")
        chat.press(.named(.enter))
        #expect(chat.requests.last == .send(Draft("", files: ["x"]), threadID: "1"))
        chat.submit("/attach 1 2 3 4 5 6 7 8 9 10 11")
        #expect(chat.screen.contains("10 files a message are the most"))
        chat.press(.control("u"))
        chat.submit("/attach y")
        chat.submit("/detach")
        chat.press(.named(.enter))
        #expect(chat.requests.last == .send(Draft("", files: ["x"]), threadID: "1"))
    }

    @Test("is found in the help where the server can do it, and only there")
    func help() {
        let all = HelpPane.rows(width: 200).map(\.text.text).joined(separator: "\n")
        #expect(all.contains("/role NAME owner|admin|member") && all.contains("quotes keep blanks together"))
        let broker = HelpPane.rows(width: 200, capabilities: []).map(\.text.text).joined(separator: "\n")
        #expect(
            !broker.contains("/role") && broker.contains("/connect [PROFILE]") && broker.contains("With a message")
                && !broker.contains("react with an emoji")
        )
    }

    @Test(
        "a command that ends the session comes after the word that it is no draft any more",
        arguments: ["/logout", "/quit"]
    )
    func endings(line: String) {
        var chat = ChatScript.community(width: 60, height: 12)
        chat.type(line)
        let effects = update(&chat.state, .key(.named(.enter)))
        #expect(effects.last?.endsSession == true)
        let draft = ChatRequest.draft(threadID: "1", text: nil, cursor: 0, replyTo: nil)
        #expect(effects.dropLast().contains(.request(draft, community: ChatScript.name)))
    }
}
