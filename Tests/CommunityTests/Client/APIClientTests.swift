import Synchronization
import TestSupport
import Testing
import Transport

@testable import Community

@Suite("Making calls", .timeLimit(.minutes(10)))
struct APIClientTests {
    @Test("Every call says who asks, and sends and reads JSON")
    func headers() async throws {
        let http = ScriptedHTTP { _ in
            .success(#"{"memberId": 7, "name": "Ada", "accessToken": "a", "refreshToken": "r"}"#)
        }
        let client = try APIClient.scripted(http)
        let answer = try await client.call(
            AuthEndpoints.Login(body: LoginBody(email: "a@b.example", password: Secret("p")))
        )
        #expect(answer.memberId == "7")
        let request = try #require(http.requests.first)
        #expect(request.method == .post)
        #expect(request.url == "https://community.example/api/v1/auth/login")
        #expect(request.headers["X-Platform"] == "cli")
        #expect(request.headers["X-App-Version"] == "0.1.0")
        #expect(request.headers["X-Local-Timezone"] == "Asia/Seoul")
        #expect(request.headers["Content-Type"] == "application/json; charset=utf-8")
        #expect(request.headers["Authorization"] == nil)
        #expect(request.text == #"{"email":"a@b.example","password":"p"}"#)
    }

    @Test("A failure says what the server said and how it wants it shown")
    func refusal() async throws {
        let http = ScriptedHTTP { _ in
            .json(
                #"{"success": "false", "code": "THREAD409", "message": {"locale": "ko", "text": "가득 찼어요"}, "displayType": "dialog"}"#,
                status: 409
            )
        }
        let failure = APIFailure.refused(
            .init(status: 409, code: "THREAD409", message: "가득 찼어요", display: .dialog)
        )
        let client = try APIClient.scripted(http)
        await #expect(throws: failure) { try await client.call(ThreadEndpoints.Join(threadId: "1")) }
        #expect(failure.display == .dialog)
        #expect(failure.sentence == "가득 찼어요")
    }

    @Test("A refusal under a good status is a refusal")
    func refusalWith200() async throws {
        let client = try APIClient.scripted(ScriptedHTTP { _ in .failure(200, "X") })
        await #expect(throws: APIFailure.refused(.init(status: 200, code: "X", message: "no"))) {
            try await client.call(ThreadEndpoints.Pin(threadId: "1"))
        }
    }

    @Test("A success without a result is an answer where there is nothing to say", arguments: ["", #"{"success": 1}"#])
    func nothing(body: String) async throws {
        let client = try APIClient.scripted(ScriptedHTTP { _ in .json(body) })
        _ = try await client.call(ThreadEndpoints.Pin(threadId: "1"))
    }

    @Test("Where there should be something, its absence is named")
    func missingResult() async throws {
        let client = try APIClient.scripted(ScriptedHTTP { _ in .success() })
        let failure = APIFailure.unreadable(WireFault(path: "result", problem: .missing), status: 200)
        await #expect(throws: failure) { try await client.call(ThreadEndpoints.Get(threadId: "1")) }
        #expect(failure.display == .toast)
    }

    @Test("A body that can't be read names the place")
    func unreadable() async throws {
        let client = try APIClient.scripted(ScriptedHTTP { _ in .success(#"{"threadId": "1", "title": 5}"#) })
        let fault = WireFault(path: "result.title", problem: .unreadable(expected: "text"))
        await #expect(throws: APIFailure.unreadable(fault, status: 200)) {
            try await client.call(ThreadEndpoints.Get(threadId: "1"))
        }
    }

    @Test("A failure that claims success makes no sense, and is a dialog")
    func contradiction() async throws {
        let client = try APIClient.scripted(ScriptedHTTP { _ in .json(#"{"success": true}"#, status: 400) })
        await #expect { try await client.call(ThreadEndpoints.Join(threadId: "1")) } throws: { error in
            guard let failure = error as? APIFailure, case .unexpected = failure else { return false }
            return failure.display == .dialog
        }
    }

    // MARK: Again

    @Test("What may pass is tried again for calls that may be sent twice", arguments: [502, 503, 504])
    func retries(status: Int) async throws {
        let clock = ManualClock()
        let count = Mutex(0)
        let http = ScriptedHTTP { _ in
            let number = count.withLock { count in
                count += 1
                return count
            }
            return number < 3 ? .json("<html>", status: status) : .success(#"{"memberId": 1, "name": "Ada"}"#)
        }
        let client = try APIClient.scripted(http, clock: clock)
        let call = Task { try await client.call(MemberEndpoints.Profile(memberId: "1")) }
        try await clock.timer(at: .milliseconds(500))
        clock.advance(by: .milliseconds(500))
        try await clock.timer(at: .milliseconds(1500))
        clock.advance(by: .seconds(1))
        #expect(try await call.value.name == "Ada")
    }

    @Test("After two more attempts it is over")
    func retriesEnd() async throws {
        let clock = ManualClock()
        let http = ScriptedHTTP { _ throws(HTTPError) in throw .transport(.reset(detail: "gone")) }
        let client = try APIClient.scripted(http, clock: clock)
        let call = Task { try await client.call(MemberEndpoints.Profile(memberId: "1")) }
        for _ in 0..<2 { clock.advance(to: try await clock.nextTimer()) }
        await #expect(throws: APIFailure.network(.transport(.reset(detail: "gone")))) { try await call.value }
        #expect(http.requests.count == 3)
    }

    @Test("What may have been done already is not sent again")
    func notIdempotent() async throws {
        let http = ScriptedHTTP { _ in .json("", status: 503) }
        let client = try APIClient.scripted(http)
        await #expect(throws: APIFailure.self) {
            try await client.call(ThreadEndpoints.Create(body: CreateThreadBody(title: "t")))
        }
        #expect(http.requests.count == 1)
    }

    @Test("Other failures are not tried again", arguments: [400, 404, 409, 429, 500])
    func otherFailures(status: Int) async throws {
        let http = ScriptedHTTP { _ in .failure(status, "X") }
        let client = try APIClient.scripted(http)
        await #expect(throws: APIFailure.self) { try await client.call(MemberEndpoints.Profile(memberId: "1")) }
        #expect(http.requests.count == 1)
    }

    @Test(
        "Retry-After is kept to, in seconds and as a date",
        arguments: [("7", 7), ("Mon, 30 Nov 2026 04:05:15 GMT", 9), ("Mon, 30 Nov 2026 04:00:00 GMT", 0)]
    )
    func retryAfter(text: String, seconds: Int) async throws {
        let clock = ManualClock()
        let count = Mutex(0)
        let http = ScriptedHTTP { _ in
            let isFirst = count.withLock { count in
                count += 1
                return count == 1
            }
            return isFirst
                ? HTTPResponse(status: 503, headers: ["Retry-After": text])
                : .success(#"{"memberId": 1, "name": "Ada"}"#)
        }
        let client = try APIClient.scripted(http, clock: clock)
        let call = Task { try await client.call(MemberEndpoints.Profile(memberId: "1")) }
        if seconds > 0 {
            try await clock.timer(at: .seconds(seconds))
            clock.advance(by: .seconds(seconds))
        }
        #expect(try await call.value.name == "Ada")
    }

    @Test("A server that asks for a long wait is not waited for")
    func longWait() async throws {
        let http = ScriptedHTTP { _ in HTTPResponse(status: 503, headers: ["Retry-After": "31"]) }
        let client = try APIClient.scripted(http)
        await #expect(throws: APIFailure.self) { try await client.call(MemberEndpoints.Profile(memberId: "1")) }
        #expect(http.requests.count == 1)
    }

    @Test("A request that was cancelled on its way makes the call a cancelled one")
    func cancelledRequest() async throws {
        let http = ScriptedHTTP { _ throws(HTTPError) in throw .cancelled }
        let client = try APIClient.scripted(http)
        await #expect(throws: APIFailure.cancelled) {
            _ = try await client.call(AppEndpoints.Version(query: VersionQuery(version: "1")))
        }
    }

    @Test("Cancelling ends the wait between attempts")
    func cancelledWait() async throws {
        let clock = ManualClock()
        let client = try APIClient.scripted(ScriptedHTTP { _ in .json("", status: 503) }, clock: clock)
        let call = Task { try await client.call(MemberEndpoints.Profile(memberId: "1")) }
        try await clock.nextTimer()
        call.cancel()
        await #expect(throws: APIFailure.cancelled) { try await call.value }
    }

    // MARK: Plugins

    private struct Recorder: APIPlugin {
        let name: String
        let write: @Sendable (String) -> Void

        func began(_ call: APICall) async { write("\(name) began") }
        func prepare(_ request: inout HTTPRequest, for call: APICall) async throws(APIFailure) {
            write("\(name) prepare \(call.attempt)")
            request.headers.add("X-Order", name)
        }
        func received(_ outcome: Result<HTTPResponse, HTTPError>, of call: APICall) async { write("\(name) received") }
        func ended(_ call: APICall, _ end: APICallEnd) async { write("\(name) ended") }
    }

    @Test("Plugins are asked in the order given")
    func pluginOrder() async throws {
        let lines = Mutex<[String]>([])
        let write: @Sendable (String) -> Void = { line in lines.withLock { $0.append(line) } }
        let http = ScriptedHTTP { _ in .success() }
        let client = try APIClient.scripted(
            http,
            plugins: [Recorder(name: "one", write: write), Recorder(name: "two", write: write)]
        )
        _ = try await client.call(ThreadEndpoints.Pin(threadId: "1"))
        #expect(
            lines.withLock { $0 } == [
                "one began", "two began", "one prepare 1", "two prepare 1", "one received", "two received", "one ended",
                "two ended",
            ]
        )
        #expect(http.requests.first?.headers.fields.filter { $0.name == "X-Order" }.map(\.value) == ["one", "two"])
    }

    @Test("The sign of activity goes on and off, however calls end")
    func activity() async throws {
        let counts = Mutex<[Int]>([])
        let plugin = ActivityPlugin { count in counts.withLock { $0.append(count) } }
        let client = try APIClient.scripted(ScriptedHTTP { _ in .failure(400, "X") }, plugins: [plugin])
        await #expect(throws: APIFailure.self) { try await client.call(ThreadEndpoints.Pin(threadId: "1")) }
        #expect(counts.withLock { $0 } == [1, 0])
    }

    @Test("The log shows how calls went, and no token, password, code or sentence")
    func log() async throws {
        let lines = Mutex<[String]>([])
        let plugin = LogPlugin { line in lines.withLock { $0.append(line) } }
        let http = ScriptedHTTP { request in
            request.path.hasSuffix("login")
                ? .success(#"{"memberId": 1, "accessToken": "SECRET-access", "refreshToken": "SECRET-refresh"}"#)
                : request.path.hasSuffix("threads")
                    ? .success(#"{"threads": [{"threadId": 1}]}"#)
                    : .failure(400, "CODE400", message: "SECRET-123456 is wrong")
        }
        let client = try APIClient.scripted(http, plugins: [plugin])
        _ = try await client.call(AuthEndpoints.Login(body: LoginBody(email: "a@b", password: Secret("SECRET-pw"))))
        _ = try await client.call(ThreadEndpoints.List(query: ThreadListQuery(search: "SECRET-search")))
        let verify = VerifyCodeBody(phoneNumber: "SECRET-phone", code: Secret("SECRET-123456"))
        await #expect(throws: APIFailure.self) { try await client.call(AuthEndpoints.VerifyCode(body: verify)) }
        let text = lines.withLock { $0 }.joined(separator: "\n")
        #expect(!text.contains("SECRET"))
        #expect(text.contains("#1 POST /api/v1/auth/login"))
        #expect(text.contains("#2 left out 1 broken list elements: result.threads[0].title is missing"))
        #expect(text.contains("#3 failed: refused with 400 CODE400"))
    }
}
