import Chat
import Community
import Synchronization
import TestSupport
import Testing
import Transport

// Sign-in inside the chat, to its end: connected, with the list of threads.
extension ContractTests {
    /// Makes a thread and says something in it: whoever is signed in can.
    private static func write(_ chat: inout Front) async {
        await chat.perform(.createThread(title: "Mine", detail: "", category: nil)) {
            $0.thread(titled: "Mine") != nil
        }
        guard let id = chat.view.thread(titled: "Mine")?.id else { return }
        await chat.perform(.open(threadID: id)) { $0.hasOlder[id] != nil }
        await chat.perform(.send(Draft("in"), threadID: id)) { $0.message("in", in: id)?.delivery == .delivered }
    }

    @Test("in the chat by phone, with a mistake on the way", arguments: ContractServer.allCases)
    func chatPhone(_ server: ContractServer) async throws {
        try await ContractStage.run(server) { stage in
            var chat = try await stage.chatOfNobody()
            await chat.session.perform(.signIn)
            await chat.answer("How do you want to sign in?", "phone")
            await chat.answer("Phone number", "+821012345678")
            await chat.answer("Code from the message", "no code")
            await chat.until("wrong") { $0.notices.contains { $0.contains("2 tries left") } }
            await chat.answer("Code from the message", try stage.code(sentTo: "+821012345678"))
            await chat.until("connected") { $0.isConnected && $0.isListed && $0.question == nil }
            #expect(chat.view.account?.name.hasPrefix("Guest") == true)
            await Self.write(&chat)
            #expect(chat.view.failures == [])
        }
    }

    @Test("in the chat by the browser: denied, then approved", arguments: ContractServer.allCases)
    func chatBrowser(_ server: ContractServer) async throws {
        try await ContractStage.run(server) { stage in
            let ann = try await stage.person("Ann")
            let browser = try stage.browser(of: ann)
            let visits = Mutex<[Task<Void, any Error>]>([])
            var chat = try await stage.chatOfNobody { url in
                visits.withLock { visits in
                    let answer: Browser.Answer = visits.isEmpty ? .deny : .approve
                    visits.append(Task { try await browser.goBack(to: try await browser.authorize(at: url, answer)) })
                }
                return true
            }
            await chat.session.perform(.signIn)
            await chat.answer("How do you want to sign in?", "browser")
            await chat.until("denied") { $0.failures.contains { $0.problem.contains("refused in the browser") } }
            await chat.answer("How do you want to sign in?", "browser")
            await chat.until("connected") { $0.isConnected && $0.isListed && $0.question == nil }
            await Self.write(&chat)
            #expect(chat.view.account?.id == ann.id && chat.view.failures.count == 1)
            for visit in visits.withLock({ $0 }) { try await visit.value }
        }
    }

    @Test("in the chat on another device: given up, then approved", arguments: ContractServer.allCases)
    func chatDevice(_ server: ContractServer) async throws {
        try await ContractStage.run(server) { stage in
            let (ann, clock) = (try await stage.person("Ann"), ManualClock())
            var chat = try await stage.chatOfNobody(clock: clock)
            await chat.session.perform(.signIn)
            await chat.answer("How do you want to sign in?", "another device")
            await chat.answer("Sign in on another device", nil)
            await chat.until("given up") { $0.question == nil }
            await chat.session.perform(.signIn)
            // Without a browser that way leads to the other device too.
            await chat.answer("How do you want to sign in?", "browser")
            await chat.until("instructions") { $0.question?.isWaiting == true }
            let lines = try #require(chat.view.question?.lines)
            let code = try #require(lines.first { $0.hasPrefix("type ") }?.split(separator: " ").last)
            #expect(lines.contains { $0.contains(stage.base.text + "/device") })
            let answer = try await stage.browser(of: ann)
                .fill(stage.base.text + "/device", .approve, typing: [QueryItem("user_code", String(code))])
            #expect(answer.status == 200)
            clock.advance(to: try await clock.nextTimer())
            await chat.until("connected") { $0.isConnected && $0.isListed && $0.question == nil }
            await Self.write(&chat)
            #expect(chat.view.account?.id == ann.id && chat.view.failures == [])
        }
    }
}
