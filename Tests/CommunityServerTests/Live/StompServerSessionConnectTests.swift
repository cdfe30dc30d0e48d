import Community
import Stomp
import Testing

@testable import CommunityServer

@Suite("StompServerSession: CONNECT")
struct StompServerSessionConnectTests {
    @Test(
        "the newest common version is spoken",
        arguments: [
            ("1.0,1.1,1.2", StompVersion.v1_2), ("1.1, 1.0", .v1_1), ("1.2,2.0", .v1_2), ("1.0", .v1_0), (nil, .v1_0),
        ] as [(String?, StompVersion)]
    )
    func version(accepted: String?, version: StompVersion) {
        var script = SessionScript()
        var headers: StompHeaders = ["Authorization": "Bearer t"]
        if let accepted { headers.append("accept-version", accepted) }
        #expect(script.receive(.connect, headers) == [.read(version), .authenticate(token: "t")])
        let welcome = script.session.admitted(SessionScript.member, for: .seconds(900), at: .zero)
        #expect(welcome.frames.first?.headers["version"] == version.rawValue)
        #expect(welcome.contains(.schedule(.expiry, at: .seconds(900))))
    }

    @Test("without a common version there is an ERROR that names ours")
    func noVersion() {
        var script = SessionScript()
        let actions = script.receive(.connect, ["accept-version": "2.0"])
        #expect(actions.frames.first?.command == .error)
        #expect(actions.frames.first?.headers["version"] == "1.0,1.1,1.2")
        #expect(actions.close == "1002 No common version")
    }

    @Test(
        "the token is what stands behind Bearer, and nothing else",
        arguments: [
            ("Bearer abc", "abc"), ("bearer abc", "abc"), ("BEARER  abc", "abc"), ("Basic abc", nil), ("abc", nil),
            ("", nil), ("Bearer", nil),
        ] as [(String, String?)]
    )
    func token(header: String, token: String?) {
        var script = SessionScript()
        #expect(script.receive(.stomp, ["Authorization": header]).last == .authenticate(token: token))
    }

    @Test("a bad token draws the failure envelope in an ERROR, then the close")
    func refused() throws {
        var script = SessionScript()
        script.receive(.connect, ["accept-version": "1.2"])
        let refusal = ConnectRefused(envelope: .failure(code: "AUTH401", message: "Expired.\nSign in."))
        let actions = script.session.refused(refusal)
        let frame = try #require(actions.frames.first)
        #expect(frame.command == .error)
        #expect(frame.headers["message"] == "Expired. Sign in.")
        #expect(try WireJSON.read(Envelope<NoResult>.self, from: frame.body).value.code == "AUTH401")
        #expect(actions.close == "1008 Sign-in refused")
        #expect(script.receive(.send).isEmpty)
    }

    @Test("CONNECT has to come first, once, and soon")
    func order() {
        var early = SessionScript()
        #expect(early.receive(.subscribe, ["receipt": "r"]).frames.first?.headers["receipt-id"] == "r")
        var twice = SessionScript.established()
        #expect(twice.receive(.connect).close == "1002 CONNECT came a second time")
        var late = SessionScript()
        #expect(late.session.begin(at: .zero) == [.schedule(.connect, at: .seconds(15))])
        #expect(late.session.timerFired(.connect, at: .seconds(15)).close == "1002 no CONNECT came in time")
    }

    @Test("what is sent before CONNECTED waits for it")
    func pipelined() {
        var script = SessionScript()
        script.receive(.connect, ["accept-version": "1.2"])
        #expect(
            script.receive(.subscribe, ["id": "a", "destination": LiveQueue.events.rawValue, "receipt": "r"]).isEmpty
        )
        let actions = script.session.admitted(SessionScript.member, for: .seconds(1), at: .zero)
        #expect(actions.frames.map(\.command) == [.connected, .receipt])
        #expect(script.session.subscriptions(to: .events) == ["a"])
    }

    @Test(
        "a frame that only a server may send ends the session",
        arguments: [StompCommand.message, .connected, .error]
    )
    func serverFrames(command: StompCommand) {
        var script = SessionScript.established()
        #expect(script.receive(command).close == "1002 only a server may send \(command.rawValue)")
    }
}
