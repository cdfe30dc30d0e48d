import Testing
import Transport

@testable import Community

@Suite("Signing in on another device")
struct DeviceSignInTests {
    private let start = Timestamp(milliseconds: 1_000_000)
    private let poll = DeviceSignIn.Action.poll(.deviceCode(Secret("dev"), clientId: "bobbin"))

    private func authorization(expiresIn: Int = 600, interval: Int = 5) -> DeviceAuthorization {
        DeviceAuthorization(
            deviceCode: Secret("dev"),
            userCode: "ABCD-EFGH",
            verificationURI: "https://h/device",
            verificationURIComplete: "https://h/device?c=ABCD",
            expiresIn: expiresIn,
            interval: interval
        )
    }

    private func waiting() -> DeviceSignIn {
        var machine = DeviceSignIn(clientId: "bobbin")
        _ = machine.authorized(.success(authorization()), at: start)
        return machine
    }

    private func refusal(_ error: String) -> Result<OAuthTokens, APIFailure> {
        .failure(.tokenRefused(OAuthRefusal(error: error), status: 400))
    }

    @Test("The person is told where to go, and the server is asked at its pace until it has an answer")
    func whole() {
        var machine = DeviceSignIn(clientId: "bobbin")
        #expect(machine.start() == [.authorize(DeviceAuthorizationForm(clientId: "bobbin"))])
        let instructions = DeviceInstructions(
            url: "https://h/device",
            code: "ABCD-EFGH",
            completeURL: "https://h/device?c=ABCD",
            goodFor: .seconds(600)
        )
        #expect(
            machine.authorized(.success(authorization()), at: start)
                == [.say(.device(instructions)), .wait(.seconds(5))]
        )
        #expect(machine.timerFired(at: start + .seconds(5)) == [poll])
        #expect(machine.polled(refusal("authorization_pending")) == [.wait(.seconds(5))])
        #expect(machine.timerFired(at: start + .seconds(10)) == [poll])
        let tokens = OAuthTokens(accessToken: Secret("a"))
        #expect(machine.polled(.success(tokens)) == [.finish(tokens)])
        #expect(machine.cancelled() == [])
    }

    @Test("slow_down makes every later wait 5 s longer")
    func slowDown() {
        var machine = waiting()
        _ = machine.timerFired(at: start)
        #expect(machine.polled(refusal("slow_down")) == [.wait(.seconds(10))])
        _ = machine.timerFired(at: start)
        #expect(machine.polled(refusal("authorization_pending")) == [.wait(.seconds(10))])
        _ = machine.timerFired(at: start)
        #expect(machine.polled(refusal("slow_down")) == [.wait(.seconds(15))])
    }

    @Test(
        "Each no has its own end",
        arguments: [
            ("access_denied", SignInFailure.denied), ("expired_token", .expired),
            ("invalid_client", .failed(.tokenRefused(OAuthRefusal(error: "invalid_client"), status: 400))),
        ]
    )
    func refusals(error: String, end: SignInFailure) {
        var machine = waiting()
        _ = machine.timerFired(at: start)
        #expect(machine.polled(refusal(error)) == [.end(end)])
        #expect(machine.timerFired(at: start) == [])
    }

    @Test("When the codes are no longer good nothing more is asked")
    func expiry() {
        var machine = waiting()
        #expect(machine.timerFired(at: start + .seconds(600)) == [.end(.expired)])
    }

    @Test("A network that fails makes the waits longer, up to a minute, and does not end it")
    func network() {
        var machine = waiting()
        let failure = Result<OAuthTokens, APIFailure>.failure(.network(.timedOut(after: .seconds(30))))
        for seconds in [10, 20, 40, 60, 60] {
            _ = machine.timerFired(at: start)
            #expect(machine.polled(failure) == [.wait(.seconds(seconds))])
        }
        _ = machine.timerFired(at: start)
        #expect(machine.polled(refusal("authorization_pending")) == [.wait(.seconds(5))])
    }

    @Test("A server that is out of order is asked later; Retry-After counts")
    func busy() {
        var machine = waiting()
        _ = machine.timerFired(at: start)
        let busy = APIFailure.Refusal(status: 503, code: "X", message: "", retryAfter: .seconds(25))
        #expect(machine.polled(.failure(.refused(busy))) == [.wait(.seconds(25))])
    }

    @Test("Without a network there are no codes, and that is said")
    func noNetwork() {
        var machine = DeviceSignIn(clientId: "bobbin")
        let failure = APIFailure.network(.transport(.nameNotResolved(host: "h")))
        #expect(machine.authorized(.failure(failure), at: start) == [.end(.noNetwork(failure.sentence))])
    }

    @Test("Giving up ends it, and what comes late is ignored")
    func cancelled() {
        var machine = waiting()
        _ = machine.timerFired(at: start)
        #expect(machine.cancelled() == [.end(.cancelled)])
        #expect(machine.polled(.success(OAuthTokens(accessToken: Secret("a")))) == [])
    }

    @Test("A server's odd numbers are held within bounds", arguments: [(0, 1), (-7, 1), (5, 5), (100_000, 60)])
    func oddIntervals(interval: Int, wait: Int) {
        var machine = DeviceSignIn(clientId: "bobbin")
        #expect(
            machine.authorized(.success(authorization(interval: interval)), at: start).last == .wait(.seconds(wait))
        )
    }

    @Test(
        "Nobody is sent to what is no web page",
        arguments: ["javascript:alert(1)", "file:///etc/passwd", "https:evil", "//h/device", "", "https://h/\u{1B}[2J"]
    )
    func noPage(url: String) {
        var answer = authorization()
        answer.verificationURI = url
        var machine = DeviceSignIn(clientId: "bobbin")
        let actions = machine.authorized(.success(answer), at: start)
        guard case .end(.failed(.unexpected(let detail)))? = actions.first, actions.count == 1 else {
            Issue.record("\(actions)")
            return
        }
        #expect(detail.hasSuffix("is no web page to sign in on"))

        // A short cut that is none is left out.
        answer = authorization()
        answer.verificationURIComplete = url
        var other = DeviceSignIn(clientId: "bobbin")
        guard case .say(.device(let instructions))? = other.authorized(.success(answer), at: start).first else {
            Issue.record("no instructions")
            return
        }
        #expect(instructions.completeURL == nil && instructions.url == "https://h/device")
    }
}
