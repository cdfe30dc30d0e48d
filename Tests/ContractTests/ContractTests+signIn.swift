import Community
import Synchronization
import TestSupport
import Testing
import Transport

extension ContractTests {
    // MARK: Phone

    @Test("by phone: a wrong code, the right one, and the same account again", arguments: ContractServer.allCases)
    func phone(_ server: ContractServer) async throws {
        try await ContractStage.run(server) { stage in
            let number = "+821012345678"
            func signIn(wrongFirst: Bool) async throws -> StoredTokens {
                let client = try stage.client().client
                let sent = try await client.call(
                    AuthEndpoints.RequestCode(body: RequestCodeBody(phoneNumber: number))
                )
                #expect(sent.expiresIn == 180)
                let right = try stage.code(sentTo: number)
                if wrongFirst {
                    let wrong = VerifyCodeBody(phoneNumber: number, code: Secret(right == "000000" ? "1" : "000000"))
                    let refusal = try await refused { () throws(APIFailure) in
                        _ = try await client.call(AuthEndpoints.VerifyCode(body: wrong))
                    }
                    #expect(refusal?.status == 401)
                }
                let body = VerifyCodeBody(phoneNumber: number, code: Secret(right))
                let verified = try await client.call(AuthEndpoints.VerifyCode(body: body))
                let login = CodeLoginBody(phoneNumber: number, verificationToken: verified.verificationToken)
                let answer = try await client.call(AuthEndpoints.CodeLogin(body: login))
                // Each is good once.
                for call in [login, CodeLoginBody(phoneNumber: "+821000000000", verificationToken: Secret("x"))] {
                    let refusal = try await refused { () throws(APIFailure) in
                        _ = try await client.call(AuthEndpoints.CodeLogin(body: call))
                    }
                    #expect(refusal?.status == 401)
                }
                return StoredTokens(
                    access: answer.accessToken,
                    refresh: answer.refreshToken,
                    memberId: answer.memberId,
                    name: answer.name
                )
            }
            let first = try await signIn(wrongFirst: true)
            stage.advanceClock(by: .seconds(60))
            let second = try await signIn(wrongFirst: false)
            #expect(first.memberId == second.memberId && first.name?.isEmpty == false)
        }
    }

    @Test("by phone, as the program asks: number, code, tokens", arguments: ContractServer.allCases)
    func phoneFlow(_ server: ContractServer) async throws {
        try await ContractStage.run(server) { stage in
            let person = SigningPerson(["+82 10-1234-5678"])
            let prompter = CodeReader(person) { try? stage.code(sentTo: "+821012345678") }
            let tokens = try await stage.signIn(prompter).withPhone()
            #expect(tokens.memberId?.isEmpty == false && tokens.name?.hasPrefix("Guest") == true)

            stage.advanceClock(by: .seconds(60))
            let late = SigningPerson(["+821012345678"])
            let expiring = CodeReader(late) {
                stage.advanceClock(by: .seconds(181))
                return try? stage.code(sentTo: "+821012345678")
            }
            await #expect(throws: SignInFailure.wrongCredentials) { try await stage.signIn(expiring).withPhone() }
        }
    }

    // MARK: Browser

    @Test("in the browser: approved, denied, and too late", arguments: ContractServer.allCases)
    func browser(_ server: ContractServer) async throws {
        try await ContractStage.run(server) { stage in
            let ann = try await stage.person("Ann")
            let browser = try stage.browser(of: ann)
            func signIn(
                _ answer: Browser.Answer,
                pause: Duration = .zero
            ) async throws -> Result<StoredTokens, SignInFailure> {
                let visits = Mutex<[Task<Void, any Error>]>([])
                let person = SigningPerson { url in
                    let visit = Task {
                        let back = try await browser.authorize(at: url, answer)
                        // Another program on the machine knocks first.
                        try await browser.goBack(to: String(back.prefix { $0 != "?" }) + "?code=stolen&state=guessed")
                        stage.advanceClock(by: pause)
                        try await browser.goBack(to: back)
                    }
                    visits.withLock { $0.append(visit) }
                    return true
                }
                let signIn = try stage.signIn(person)
                let result: Result<StoredTokens, SignInFailure>
                do throws(SignInFailure) {
                    result = .success(try await signIn.withBrowser())
                } catch {
                    result = .failure(error)
                }
                for visit in visits.withLock({ $0 }) { try await visit.value }
                return result
            }
            let tokens = try await signIn(.approve).get()
            #expect(tokens.memberId == ann.id && tokens.name == "Ann")
            #expect(try await signIn(.deny) == .failure(.denied))
            #expect(try await signIn(.approve, pause: .seconds(61)) == .failure(.expired))
        }
    }

    // MARK: Another device

    @Test("on another device: waited for, told to slow down, then approved", arguments: ContractServer.allCases)
    func device(_ server: ContractServer) async throws {
        try await ContractStage.run(server) { stage in
            let ann = try await stage.person("Ann")
            let (person, clock) = (SigningPerson(), ManualClock())
            let signIn = try stage.signIn(person, clock: clock)
            let waiting = Task { try await signIn.withDevice() }
            let instructions = try #require(await person.instructions())
            #expect(instructions.url == stage.base.text + "/device")
            let page = try #require(instructions.completeURL)
            #expect(page.hasSuffix("?user_code=\(instructions.code)"))

            // The first poll is early enough, the next one comes too soon for the server.
            try await clock.timer(at: .seconds(5))
            clock.advance(by: .seconds(5))
            try await clock.timer(at: .seconds(10))
            clock.advance(by: .seconds(5))
            try await clock.timer(at: .seconds(20))
            // Slower from now on, for good.
            stage.advanceClock(by: .seconds(10))
            clock.advance(by: .seconds(10))
            try await clock.timer(at: .seconds(30))
            let answer = try await stage.browser(of: ann)
                .fill(page, .approve, typing: [QueryItem("user_code", instructions.code)])
            #expect(answer.status == 200)
            stage.advanceClock(by: .seconds(10))
            clock.advance(by: .seconds(10))
            let tokens = try await waiting.value
            #expect(tokens.memberId == ann.id && tokens.name == "Ann")
        }
    }

    @Test("on another device: denied, and never answered", arguments: ContractServer.allCases)
    func deviceRefused(_ server: ContractServer) async throws {
        try await ContractStage.run(server) { stage in
            let ann = try await stage.person("Ann")
            func signIn(
                _ meanwhile: (DeviceInstructions) async throws -> Void
            ) async throws -> Result<StoredTokens, any Error> {
                let (person, clock) = (SigningPerson(), ManualClock())
                let signIn = try stage.signIn(person, clock: clock)
                let waiting = Task { try await signIn.withDevice() }
                try await meanwhile(try #require(await person.instructions()))
                clock.advance(to: try await clock.nextTimer())
                return await waiting.result
            }
            let browser = try stage.browser(of: ann)
            let denied = try await signIn { instructions in
                let typed = [QueryItem("user_code", instructions.code.lowercased().replacing("-", with: " "))]
                let answer = try await browser.fill(instructions.url, .deny, typing: typed)
                #expect(answer.status == 200)
            }
            #expect(throws: SignInFailure.denied) { try denied.get() }
            // Only the server's time passes: it is the server that says so.
            let expired = try await signIn { _ in stage.advanceClock(by: .seconds(601)) }
            #expect(throws: SignInFailure.expired) { try expired.get() }
        }
    }
}

/// Somebody who looks at their phone for the code.
private struct CodeReader: SignInPrompter {
    let person: SigningPerson
    let code: @Sendable () -> String?

    init(_ person: SigningPerson, code: @escaping @Sendable () -> String?) {
        self.person = person
        self.code = code
    }

    func answer(to question: SignInQuestion) async -> Secret? {
        question == .code ? code().map { Secret($0) } : await person.answer(to: question)
    }

    func show(_ notice: SignInNotice) async { await person.show(notice) }
    func openBrowser(at url: String) async -> Bool { await person.openBrowser(at: url) }
}
