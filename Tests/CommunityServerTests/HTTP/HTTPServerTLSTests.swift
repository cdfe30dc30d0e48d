import Stomp
import TestSupport
import Testing
import Transport
import WebSocket

@testable import CommunityServer

@Suite("HTTPServer: TLS", .timeLimit(.minutes(10)))
struct HTTPServerTLSTests {
    @Test("HTTP and WebSocket work over TLS as without")
    func secure() async throws {
        let authority = try PrivateAuthority()
        let identity = try authority.issue("server", names: ["IP:127.0.0.1"])
        var settings = HTTPSettings()
        settings.identity = try TLSIdentity(certificateFile: identity.certificate, keyFile: identity.key)
        let server = try TestServer(settings: settings) { _ in .text(200, "secret") }
        var trust = TransportSettings()
        trust.caFile = authority.certificate
        #expect(try await http(server.port, .get, "/", settings: trust, scheme: "https").text == "secret")
        let transport = CurlTransport(settings: trust)
        let client = try await LiveClient.open(server.port, transport: transport, isSecure: true)
        try await client.send(.connect, ["accept-version": "1.2", "Authorization": "Bearer 1"])
        _ = try await client.frame(.connected)
        try await client.send(.subscribe, ["id": "e", "destination": "/user/queue/community/threads/events"])
        // More than one TLS record, both ways.
        try await client.command(SessionScript.commandID, receipt: "r", body: String(repeating: "z", count: 60_000))
        #expect(try await client.frame(.message).body.count > 60_000)
        _ = try await client.frame(.receipt)
        try await client.send(.disconnect, ["receipt": "bye"])
        _ = try await client.frame(.receipt)
        #expect(try await client.close().code == 1000)
        await server.stop()
    }

    @Test("files that can't be used are named, with what to do")
    func identityFaults() throws {
        let authority = try PrivateAuthority()
        let one = try authority.issue("one", names: ["DNS:a"])
        let two = try authority.issue("two", names: ["DNS:b"])
        let locked = try authority.encrypt(one.key, passphrase: "secret")
        let cases = [
            (one.certificate, two.key, "is not the key of"),
            ("/nowhere/x.pem", one.key, "/nowhere/x.pem does not exist"),
            (one.key, one.key, "holds no certificate"), (one.certificate, one.certificate, "holds no private key"),
            (one.certificate, locked, "passphrase"),
        ]
        for (certificate, key, words) in cases {
            #expect {
                try TLSIdentity(certificateFile: certificate, keyFile: key)
            } throws: { "\($0)".contains(words) }
        }
    }
}
