import FoundationEssentials
import Stomp
import StompClient
import TestSupport
import Testing
import Transport

@Suite("ActiveMQ Classic", OwnActiveMQ.isInstalled, .timeLimit(.minutes(3)))
struct ActiveMQTests {
    private static let account = ConnectionSettings.account("bobbin")

    @Test("topics and queues carry what is sent and confirmed as it was, as text and as bytes")
    func roundTrip() async throws {
        let broker = try await OwnActiveMQ()
        for omitsContentLength in [false, true] {
            var settings = Self.account
            settings.omitsContentLength = omitsContentLength
            var client = await TestClient(broker.url, settings: settings)
            try await client.connected()
            for kind in ["topic", "queue"] {
                let destination = uniqueDestination(kind)
                let subscription = await client.connection.subscribe(destination: destination)
                let headers: StompHeaders = ["subject": "one: 한국어\\ and\na line", "content-type": "text/plain"]
                let body = "안녕 👋🏽\nsecond line" + (omitsContentLength ? "" : "\u{0}end")
                try await client.connection.sendConfirmed(
                    destination: destination,
                    headers: headers,
                    body: Array(body.utf8)
                )
                let message = try #require(try await client.messages().first)
                #expect(message.text == body)
                #expect(message.headers["subscription"] == subscription.rawValue)
                #expect(message.headers["subject"] == headers["subject"])
                // A text message comes back without the length, a message of bytes with it.
                #expect((message.headers["content-length"] == nil) == omitsContentLength)
            }
            await client.connection.disconnect()
        }
    }

    @Test("a quiet session lives on by its heart-beats, and a wrong password is refused for good")
    func heartBeatsAndRefusal() async throws {
        let broker = try await OwnActiveMQ()
        var settings = Self.account
        settings.heartBeatSend = .milliseconds(300)
        settings.heartBeatReceive = .milliseconds(300)
        settings.tracesFrames = true
        var client = await TestClient(broker.url, settings: settings)
        try await client.connected()
        var beats = 0
        while beats < 6 {
            beats += try await client.first { event in
                guard case .trace(let frames) = event else { return nil }
                return frames.filter { $0.frame == nil && $0.direction == .received }.reduce(0) { $0 + $1.count }
            }
        }
        try await client.connection.sendConfirmed(destination: uniqueDestination(), body: [])
        await client.connection.disconnect()

        settings.passcode = "wrong"
        client = await TestClient(broker.url, settings: settings)
        let end = try await client.disconnected()
        #expect(end.retryIn == nil)
        if case .authentication? = end.reason {} else { Issue.record("ended by \(String(describing: end.reason))") }
        await client.connection.disconnect()
    }

    @Test("killed and started again, it has its subscribers back")
    func comesBack() async throws {
        let broker = try await OwnActiveMQ()
        var client = await TestClient(broker.url, settings: Self.account)
        try await client.connected()
        let destination = uniqueDestination()
        await client.connection.subscribe(destination: destination)
        try await client.confirmed()
        try await broker.kill()
        #expect(try await client.disconnected().retryIn != nil)
        try await broker.start()
        try await client.reconnected()
        try await client.confirmed()
        try await client.connection.sendConfirmed(destination: destination, body: Array("again".utf8))
        #expect(try await client.texts(1) == ["again"])
        await client.connection.disconnect()
    }

    @Test("its port with TLS is trusted when its authority is named, and only then")
    func tls() async throws {
        let authority = try PrivateAuthority()
        _ = try authority.issue("server", names: ["DNS:localhost"])
        let broker = try await OwnActiveMQ(certificates: authority.directory)
        let secure = try #require(broker.secureURL)
        var trusting = TransportSettings()
        trusting.caFile = authority.certificate
        var client = await TestClient(secure, settings: Self.account, transport: trusting)
        try await client.connected()
        let destination = uniqueDestination()
        await client.connection.subscribe(destination: destination)
        try await client.connection.sendConfirmed(destination: destination, body: Array("in private".utf8))
        #expect(try await client.texts(1) == ["in private"])
        await client.connection.disconnect()

        client = await TestClient(secure, settings: Self.account)
        let end = try await client.disconnected()
        #expect(end.retryIn == nil)
        if case .tls? = end.reason {} else { Issue.record("ended by \(String(describing: end.reason))") }
        await client.connection.disconnect()
    }
}
