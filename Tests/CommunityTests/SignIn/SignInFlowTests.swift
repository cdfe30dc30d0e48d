import Synchronization
import TestSupport
import Testing
import Transport

@testable import Community

@Suite("Sign-in from question to tokens", .timeLimit(.minutes(10)))
struct SignInFlowTests {
    /// Somebody who answers as written, and whose browser is the test.
    private final class Person: SignInPrompter {
        struct State {
            var answers: [Secret?]
            var notices: [SignInNotice] = []
            var questions: [SignInQuestion] = []
            var url: String?
        }

        let state: Mutex<State>
        let hasBrowser: Bool

        init(_ answers: [Secret?] = [], hasBrowser: Bool = true) {
            state = Mutex(State(answers: answers))
            self.hasBrowser = hasBrowser
        }

        func answer(to question: SignInQuestion) async -> Secret? {
            state.withLock { state in
                state.questions.append(question)
                return state.answers.isEmpty ? nil : state.answers.removeFirst()
            }
        }

        func show(_ notice: SignInNotice) async {
            state.withLock { $0.notices.append(notice) }
        }

        func openBrowser(at url: String) async -> Bool {
            state.withLock { $0.url = url }
            return hasBrowser
        }

        func openedURL() async throws -> [QueryItem] {
            try await until { state.withLock { $0.url } != nil }
            let url = state.withLock { $0.url } ?? ""
            return FormText.read(url.utf8.drop { $0 != UInt8(ascii: "?") }.dropFirst())
        }
    }

    private static let granted =
        #"{"access_token": "a", "refresh_token": "r", "token_type": "Bearer", "expires_in": "900"}"#

    private func signIn(_ http: ScriptedHTTP, _ person: Person, clock: ManualClock = ManualClock()) throws -> SignIn {
        SignIn(
            client: try .scripted(http, clock: clock),
            prompter: person,
            clock: clock,
            now: { Timestamp(milliseconds: 1_000_000) + clock.now.offset }
        )
    }

    private func browser() throws -> CurlHTTPClient {
        var settings = TransportSettings()
        settings.proxy = ""
        return try CurlHTTPClient(settings: settings)
    }

    @Test("A password, wrong at first")
    func password() async throws {
        let http = ScriptedHTTP { request in
            request.text.contains("right")
                ? .success(
                    #"{"memberId": 3, "name": "Ada", "accessToken": "a", "refreshToken": "r", "expiresIn": 900}"#
                )
                : .failure(401, "AUTH400")
        }
        let person = Person([Secret("a@b.example"), Secret("wrong"), Secret("right")])
        let tokens = try await signIn(http, person).withPassword()
        #expect(
            tokens
                == StoredTokens(
                    access: Secret("a"),
                    refresh: Secret("r"),
                    expiresAt: Timestamp(milliseconds: 1_900_000),
                    memberId: "3",
                    name: "Ada"
                )
        )
        #expect(person.state.withLock { $0.notices } == [.wrong(attemptsLeft: 2)])
    }

    @Test("A phone")
    func phone() async throws {
        let http = ScriptedHTTP { request in
            switch request.path {
            case "/api/v1/auth/code/request": .success(#"{"expiresIn": "180"}"#)
            case "/api/v1/auth/code/verify": .success(#"{"verificationToken": 777}"#)
            default:
                request.text.contains("\"777\"")
                    ? .success(#"{"memberId": 3, "name": "Ada", "accessToken": "a", "refreshToken": "r"}"#)
                    : .failure(400, "X")
            }
        }
        let tokens = try await signIn(http, Person([Secret("010"), Secret("1234")])).withPhone()
        #expect(tokens.memberId == "3")
    }

    @Test("Another device, at the server's pace; whose tokens they are is asked for")
    func device() async throws {
        let clock = ManualClock()
        let polls = Mutex(0)
        let http = ScriptedHTTP { request in
            switch request.path {
            case "/oauth/device_authorization":
                return .json(
                    #"{"device_code": "d", "user_code": "AB-CD", "verification_uri": "https://h/d", "expires_in": "600", "interval": "5"}"#
                )
            case "/oauth/token":
                let number = polls.withLock { polls in
                    polls += 1
                    return polls
                }
                switch number {
                case 1: return .json(#"{"error": "authorization_pending"}"#, status: 400)
                case 2: return .json(#"{"error": "slow_down"}"#, status: 400)
                default: return .json(Self.granted)
                }
            default:
                return request.headers["Authorization"] == "Bearer a"
                    ? .success(#"{"memberId": "3", "name": "Ada"}"#) : .failure(401, "X")
            }
        }
        let person = Person()
        let flow = try signIn(http, person, clock: clock)
        let task = Task { try await flow.withDevice() }
        for seconds in [5, 10, 20] {
            try await clock.timer(at: .seconds(seconds))
            clock.advance(to: try await clock.nextTimer())
        }
        let tokens = try await task.value
        #expect(tokens.access == Secret("a"))
        #expect(tokens.refresh == Secret("r"))
        #expect(tokens.grant == .oauth(clientId: "bobbin"))
        #expect(tokens.name == "Ada")
        #expect(tokens.expiresAt == Timestamp(milliseconds: 1_920_000))
        #expect(polls.withLock { $0 } == 3)
    }

    @Test("Giving up while another device is waited for")
    func deviceCancelled() async throws {
        let clock = ManualClock()
        let http = ScriptedHTTP { _ in
            .json(#"{"device_code": "d", "user_code": "AB", "verification_uri": "https://h/d", "expires_in": 600}"#)
        }
        let flow = try signIn(http, Person(), clock: clock)
        let task = Task { try await flow.withDevice() }
        try await clock.nextTimer()
        task.cancel()
        await #expect(throws: SignInFailure.cancelled) { try await task.value }
        #expect(http.requests.count == 1)
    }

    @Test("A browser comes back with a code; foreign requests are turned away, and the port is closed afterwards")
    func loopback() async throws {
        let http = ScriptedHTTP { request in
            request.path == "/oauth/token" ? .json(Self.granted) : .success(#"{"memberId": 3, "name": "Ada"}"#)
        }
        let person = Person()
        let flow = try signIn(http, person)
        let task = Task { try await flow.withBrowser() }
        let query = try await person.openedURL()
        let uri = try #require(query["redirect_uri"])
        let state = try #require(query["state"])
        let browser = try browser()
        #expect(try await browser.send(HTTPRequest(.get, uri + "?code=evil&state=guess")).status == 400)
        #expect(
            try await browser.send(HTTPRequest(.get, uri.replacing("/callback", with: "/favicon.ico"))).status == 404
        )
        #expect(try await browser.send(HTTPRequest(.post, uri + "?code=c&state=\(state)")).status == 404)
        let page = try await browser.send(HTTPRequest(.get, uri + "?code=c%2B1&state=\(state)"))
        #expect(page.status == 200)
        #expect(page.headers["Content-Security-Policy"] == "default-src 'none'")
        let tokens = try await task.value
        #expect(tokens.memberId == "3")
        #expect(http.requests[0].text.contains("code=c%2B1"))
        #expect(http.requests[0].text.contains("code_verifier="))
        await #expect { try await browser.send(HTTPRequest(.get, uri)) } throws: { error in
            if case HTTPError.transport(.unreachable) = error { true } else { false }
        }
    }

    @Test("A no in the browser, giving up, and taking too long are three different ends, and each closes the port")
    func loopbackEnds() async throws {
        for expected in [SignInFailure.denied, .cancelled, .expired] {
            let clock = ManualClock()
            let person = Person()
            let flow = try signIn(ScriptedHTTP { _ in .failure(500, "X") }, person, clock: clock)
            let task = Task { try await flow.withBrowser() }
            let query = try await person.openedURL()
            let uri = try #require(query["redirect_uri"])
            let browser = try browser()
            switch expected {
            case .denied:
                _ = try await browser.send(
                    HTTPRequest(.get, uri + "?error=access_denied&state=\(query["state"] ?? "")")
                )
            case .cancelled: task.cancel()
            default: clock.advance(to: try await clock.nextTimer())
            }
            await #expect(throws: expected) { try await task.value }
            await #expect(throws: HTTPError.self) { try await browser.send(HTTPRequest(.get, uri)) }
        }
    }

    @Test("Silent connections do not keep the browser out")
    func silentConnections() async throws {
        let listener = try RedirectListener { $0["code"] != nil }
        var silent: [RawConnection] = []
        for _ in 0..<20 { silent.append(try RawConnection(port: listener.port)) }
        let answer = Task { await listener.answer() }
        let url = "http://127.0.0.1:\(listener.port)/callback?code=1"
        #expect(try await browser().send(HTTPRequest(.get, url)).status == 200)
        #expect(await answer.value == .success([QueryItem("code", "1")]))
        withExtendedLifetime(silent) {}
    }

    @Test("Where no browser can be opened it goes on with another device")
    func fallback() async throws {
        let clock = ManualClock()
        let http = ScriptedHTTP { request in
            request.path == "/oauth/device_authorization"
                ? .json(
                    #"{"device_code": "d", "user_code": "AB", "verification_uri": "https://h/d", "expires_in": 600}"#
                )
                : .json(#"{"error": "access_denied"}"#, status: 400)
        }
        let person = Person(hasBrowser: false)
        let flow = try signIn(http, person, clock: clock)
        let task = Task { try await flow.withBrowser() }
        clock.advance(to: try await clock.nextTimer())
        await #expect(throws: SignInFailure.denied) { try await task.value }
        let device = DeviceInstructions(url: "https://h/d", code: "AB", completeURL: nil, goodFor: .seconds(600))
        #expect(person.state.withLock { $0.notices } == [.device(device)])
    }
}
