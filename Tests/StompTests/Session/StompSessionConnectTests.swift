import Stomp
import Testing

@Suite("StompSession: coming up")
struct StompSessionConnectTests {
    private func connecting(_ configuration: StompSession.Configuration = .init()) throws -> StompSession {
        var session = StompSession(configuration: configuration)
        _ = try session.connect(at: .zero)
        return session
    }

    @Test("CONNECT offers all versions and heart-beats, and no host")
    func connect() throws {
        var session = StompSession()
        #expect(
            try session.connect(at: .zero)
                == [
                    .send(
                        StompFrame(.connect, headers: ["accept-version": "1.0,1.1,1.2", "heart-beat": "10000,10000"])
                    )
                ]
        )
        #expect(!session.isConnected)
        #expect(session.version == nil)
    }

    @Test("CONNECT carries what was configured, each header once")
    func connectHeaders() throws {
        var session = StompSession(
            configuration: .init(
                login: "me",
                passcode: "a:b\\c",
                host: "/",
                connectHeaders: ["Authorization": "Bearer x", "login": "other", "host": "other", "x": "1", "x": "2"],
                acceptedVersions: [.v1_2],
                heartBeatSend: .zero,
                heartBeatReceive: .milliseconds(1500)
            )
        )
        let headers: StompHeaders = [
            "accept-version": "1.2", "host": "/", "heart-beat": "0,1500", "login": "me", "passcode": "a:b\\c",
            "Authorization": "Bearer x", "x": "1", "x": "2",
        ]
        #expect(try session.connect(at: .zero) == [.send(StompFrame(.connect, headers: headers))])
        #expect(try session.bytes(of: StompFrame(.connect, headers: headers)).count > 0)
    }

    @Test(
        "a CR, LF or NUL in a header of CONNECT is refused by name before anything is sent",
        arguments: [
            (StompSession.Configuration(login: "a\nb"), "login"), (.init(passcode: "a\rb"), "passcode"),
            (.init(host: "a\0"), "host"), (.init(connectHeaders: ["Authorization": "x\r\ny"]), "Authorization"),
            (.init(connectHeaders: ["a\nb": "x"]), "a\nb"), (.init(connectHeaders: ["a:b": "x"]), "a:b"),
        ]
    )
    func unsendable(_ configuration: StompSession.Configuration, _ name: String) {
        var session = StompSession(configuration: configuration)
        #expect(throws: StompSessionError.unsendableHeader(name: name)) { try session.connect(at: .zero) }
    }

    @Test("a session is started once")
    func startedOnce() throws {
        var session = try connecting()
        #expect(throws: StompSessionError.alreadyStarted) { try session.connect(at: .zero) }
    }

    @Test("CONNECTED brings the session up and starts both timers")
    func connected() throws {
        var session = try connecting()
        let frame = StompFrame(
            .connected,
            headers: [
                "version": "1.1", "server": "RabbitMQ/3.10.8", "session": "s", "user-name": "me",
                "heart-beat": "5000,20000",
            ]
        )
        #expect(
            session.received(frame, at: .seconds(1)) == [
                .connected(
                    .init(
                        version: .v1_1,
                        server: "RabbitMQ/3.10.8",
                        sessionID: "s",
                        userName: "me",
                        heartBeatSend: .seconds(20),
                        heartBeatReceive: .seconds(10)
                    )
                ),
                .schedule(.heartBeat, at: .seconds(14)),
                .schedule(.silence, at: .seconds(21)),
            ]
        )
        #expect(session.isConnected)
        #expect(session.version == .v1_1)
    }

    @Test(
        "a heart-beat header that is missing or one-sided is tolerated",
        arguments: [
            (nil, [StompSession.Action]()), ("0,0", []), ("0,5000", [.schedule(.heartBeat, at: .milliseconds(6500))]),
            ("5000,0", [.schedule(.silence, at: .seconds(20))]),
            ("x,1", [.notice(.malformedHeartBeat("x,1"))]), ("1,2,3", [.notice(.malformedHeartBeat("1,2,3"))]),
            ("-1,0", [.notice(.malformedHeartBeat("-1,0"))]),
        ]
    )
    func heartBeatHeaders(_ header: String?, _ expected: [StompSession.Action]) throws {
        var session = try connecting()
        var headers: StompHeaders = ["version": "1.2"]
        if let header { headers.append("heart-beat", header) }
        let actions = session.received(StompFrame(.connected, headers: headers), at: .zero)
        #expect(Array(actions.dropFirst()) == expected)
        #expect(session.isConnected)
    }

    @Test("a CONNECTED without version is 1.0, which has no heart-beats")
    func version10() throws {
        var session = try connecting()
        let actions = session.received(StompFrame(.connected, headers: ["heart-beat": "1,1"]), at: .zero)
        #expect(actions.count == 1)
        #expect(session.version == .v1_0)
    }

    private static let strangers: [(StompHeaders, String)] = [
        (["version": "1.1"], "1.1"), (["version": "2.0"], "2.0"), ([:], "1.0"),
    ]

    @Test("a version that was not offered ends the session", arguments: strangers)
    func versionNotOffered(_ headers: StompHeaders, _ name: String) throws {
        var session = try connecting(.init(acceptedVersions: [.v1_2]))
        #expect(
            session.received(StompFrame(.connected, headers: headers), at: .zero) == [.close(.versionNotOffered(name))]
        )
    }

    @Test("an ERROR instead of CONNECTED is a refusal; the server's close is waited for a little")
    func refused() throws {
        var session = try connecting()
        let frame = StompFrame(.error, headers: ["message": "Bad CONNECT"], body: Array("Access refused".utf8))
        let error = StompServerError(frame)
        #expect(error.message == "Bad CONNECT")
        #expect(error.body == "Access refused")
        #expect(
            session.received(frame, at: .seconds(1))
                == [.serverError(error), .schedule(.errorClose, at: .seconds(2))]
        )
        var silent = session
        #expect(session.closed(at: .seconds(1)) == [.cancel(.errorClose), .close(.refused(error))])
        #expect(silent.timerFired(.errorClose, at: .seconds(2)) == [.close(.refused(error))])
    }

    @Test(
        "any other frame before CONNECTED breaks the protocol",
        arguments: StompCommand.allCases.filter { $0 != .connected && $0 != .error }
    )
    func violation(_ command: StompCommand) throws {
        var session = try connecting()
        #expect(
            session.received(StompFrame(command), at: .zero)
                == [.close(.protocolViolation("\(command.rawValue) came before CONNECTED"))]
        )
    }

    @Test("messages before CONNECTED break the protocol")
    func messagesTooEarly() throws {
        var session = try connecting()
        #expect(session.receivedMessages(at: .zero) == [.close(.protocolViolation("MESSAGE came before CONNECTED"))])
    }

    @Test("a connection lost before CONNECTED is told once")
    func lost() throws {
        var session = try connecting()
        #expect(session.closed(at: .zero) == [.close(.lost)])
        #expect(session.closed(at: .zero) == [])
    }
}
