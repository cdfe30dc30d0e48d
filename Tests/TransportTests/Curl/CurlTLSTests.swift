import Foundation
import TestSupport
import Testing

@testable import Transport

@Suite("TLS", .timeLimit(.minutes(10)))
struct CurlTLSTests {
    private let certificates: Certificates

    init() async throws {
        certificates = try await Certificates.shared
    }

    private var trusting: TransportSettings { settings { $0.caFile = certificates.authority.certificate } }

    @Test("A server with a certificate of the authority named is talked to, by name and by address")
    func trusted() async throws {
        let server = try await TLSServer.start(certificates.server)
        for host in ["localhost", "127.0.0.1"] {
            let stream = try await connect(host, server.port, isSecure: true, trusting)
            try await stream.write(Array("abc\n".utf8))
            #expect(try await stream.readLine() == "cba")
            stream.close()
        }
    }

    @Test("Only HTTP/1.1 is offered to the server")
    func alpn() async throws {
        let server = try await TLSServer.start(certificates.server, ["-WWW", "-alpn", "h2,http/1.1"])
        let stream = try await connect("localhost", server.port, isSecure: true, trusting)
        let offer = try await server.line(containing: "ALPN protocols advertised by the client")
        #expect(offer.hasSuffix(": http/1.1"))
        #expect(try await server.line(containing: "ALPN protocols selected").hasSuffix(": http/1.1"))
        stream.close()
    }

    @Test("A version before 1.2 is refused")
    func oldVersion() async throws {
        let server = try await TLSServer.start(certificates.server, ["-rev", "-tls1_1", "-cipher", "ALL:@SECLEVEL=0"])
        try await expectTLSFailure(server, saying: "version")
    }

    @Test("A certificate of an authority nobody trusts is refused, unless that is switched off")
    func untrusted() async throws {
        let server = try await TLSServer.start(certificates.server)
        try await expectTLSFailure(server, settings(), saying: "unable to get local issuer certificate")
        let stream = try await connect("localhost", server.port, isSecure: true, settings { $0.isInsecure = true })
        try await stream.write(Array("abc\n".utf8))
        #expect(try await stream.readLine() == "cba")
    }

    @Test(
        "A server that goes away in the handshake has lost the connection, whatever its certificate",
        arguments: [true, false]
    )
    func endedInHandshake(resets: Bool) async throws {
        let listener = try LoopbackListener()
        let ending = Task {
            let peer = try await listener.accept()
            // The beginning of a handshake, so that the client waits for its answer.
            _ = try await peer.read(exactly: 5)
            if resets { peer.resetOnClose() }
        }
        let error = await #expect(throws: TransportError.self) {
            try await connect("localhost", listener.port, isSecure: true, trusting)
        }
        try await ending.value
        guard case .reset(let detail) = error else { throw try #require(error) }
        #expect(detail.contains("while TLS was being agreed on"))
    }

    @Test("A certificate for another name is refused")
    func wrongName() async throws {
        let server = try await TLSServer.start(certificates.otherName)
        try await expectTLSFailure(server, saying: "no alternative certificate subject name matches")
    }

    @Test("A certificate that has expired is refused")
    func expired() async throws {
        let server = try await TLSServer.start(certificates.expired)
        try await expectTLSFailure(server, saying: "certificate has expired")
    }

    @Test("A server that does not speak TLS is told from one that can't be reached")
    func notTLS() async throws {
        let listener = try LoopbackListener()
        let answering = Task {
            let peer = try await listener.accept()
            try await peer.write(Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8))
            try await peer.drain()
        }
        let error = await #expect(throws: TransportError.self) {
            try await connect("localhost", listener.port, isSecure: true, trusting)
        }
        guard case .tls(let detail) = error else { throw try #require(error) }
        #expect(detail.contains("wrong version number"))
        try await answering.value
    }

    @Test("A file of authorities that is missing or holds none is named", arguments: ["/nonexistent/ca.pem", nil])
    func badAuthorityFile(path: String?) async throws {
        let server = try await TLSServer.start(certificates.server)
        let file = try path ?? certificates.authority.write("empty.pem", Array("nothing\n".utf8))
        let error = await #expect(throws: TransportError.self) {
            try await connect("localhost", server.port, isSecure: true, settings { $0.caFile = file })
        }
        guard case .badCertificateFile(file, let detail) = error else { throw try #require(error) }
        #expect(detail.contains("certificate"))
    }

    @Test("A handshake that stalls is given up after the limit")
    func stalled() async throws {
        let listener = try LoopbackListener()
        let limit = Duration.milliseconds(100)
        async let peer = listener.accept()
        let expected = TransportError.connectTimedOut(host: "localhost", port: listener.port, after: limit)
        await #expect(throws: expected) {
            try await connect("localhost", listener.port, isSecure: true, settings { $0.connectTimeout = limit })
        }
        #expect(try await peer.drain() > 0)
    }

    @Test("Cancelling in the handshake closes the socket")
    func cancel() async throws {
        let listener = try LoopbackListener()
        let patient = settings { $0.connectTimeout = .seconds(600) }
        let attempt = Task { _ = try await connect("localhost", listener.port, isSecure: true, patient) }
        let peer = try await listener.accept()
        #expect(try await peer.read(exactly: 1) == [22], "a TLS handshake begins with its record type")
        attempt.cancel()
        await #expect(throws: TransportError.cancelled) { try await attempt.value }
        #expect(try await peer.drain() > 0)
    }

    @Test("Lines in both directions arrive in order though neither side waits for the other")
    func bothWays() async throws {
        let server = try await TLSServer.start(certificates.server)
        var settings = trusting
        settings.writeQueueLimit = 256 * 1024
        let stream = try await connect("localhost", server.port, isSecure: true, settings)
        let (count, size) = (1500, 15_000)
        // The server stops reading while nobody reads its answers, so that writes pile up inside OpenSSL.
        let writing = Task {
            for index in 0..<count { try await stream.write(line(index, size: size)) }
            try await stream.flush()
        }
        try await until { (stream as? CurlStream)?.waiterCount == 1 }
        let answers = try await stream.read(exactly: count * (size + 1))
        try await writing.value
        #expect(answers.count == count * (size + 1))
        var expected: [UInt8] = []
        for index in 0..<count { expected += reversedLine(index, size: size) }
        #expect(answers == expected)
    }

    @Test("100 MB arrive in order")
    func bulk() async throws {
        let pattern = BytePattern()
        let file = try certificates.authority.write("bulk", [])
        let size = 100_000_000
        let handle = try #require(FileHandle(forWritingAtPath: file))
        for offset in stride(from: 0, to: size, by: 1_000_000) {
            try handle.write(contentsOf: pattern.bytes(from: offset, count: 1_000_000))
        }
        let server = try await TLSServer.start(
            certificates.server,
            ["-WWW"],
            directory: certificates.authority.directory
        )
        let stream = try await connect("localhost", server.port, isSecure: true, trusting)
        try await stream.write(Array("GET /bulk HTTP/1.0\r\n\r\n".utf8))
        while try await stream.readLine() != "\r" {}
        let buffer = ReadBuffer()
        var received = 0
        while received < size {
            let count = try await stream.read(into: buffer)
            let isInOrder = buffer.withBytes(count) { bytes in
                bytes.withUnsafeBufferPointer { pattern.matches(UnsafeRawBufferPointer($0), from: received) }
            }
            guard count > 0, isInOrder else { break }
            received += count
        }
        #expect(received == size)
        #expect(try await stream.readOnce().isEmpty)
    }

    @Test("A connection that ends without closing TLS has ended")
    func truncated() async throws {
        let server = try await TLSServer.start(certificates.server)
        let relay = try LoopbackListener()
        async let accepted = relay.accept()
        let target = try LoopbackSocket.connect(port: server.port)
        async let connected = connect("localhost", relay.port, isSecure: true, trusting)
        let client = try await accepted
        let pumps = Relay.start(client, target)
        let stream = try await connected
        try await stream.write(Array("abc\n".utf8))
        #expect(try await stream.readLine() == "cba")
        client.endStream()
        #expect(try await stream.readOnce().isEmpty)
        stream.close()
        await pumps.ended()
    }

    private func line(_ index: Int, size: Int) -> [UInt8] {
        [UInt8](repeating: UInt8(97 + index % 26), count: size - 5) + Array("\(10_000 + index)".utf8) + [10]
    }

    private func reversedLine(_ index: Int, size: Int) -> [UInt8] {
        "\(10_000 + index)".utf8.reversed() + [UInt8](repeating: UInt8(97 + index % 26), count: size - 5) + [10]
    }

    private func expectTLSFailure(_ server: TLSServer, _ given: TransportSettings? = nil, saying text: String)
        async throws
    {
        let error = await #expect(throws: TransportError.self) {
            try await connect("localhost", server.port, isSecure: true, given ?? trusting)
        }
        guard case .tls(let detail) = error else { throw try #require(error) }
        #expect(detail.contains(text), "\(detail)")
    }
}

@Suite("Client certificates", .timeLimit(.minutes(10)))
struct CurlClientCertificateTests {
    private let certificates: Certificates

    init() async throws {
        certificates = try await Certificates.shared
    }

    private func settings(_ change: (inout TransportSettings) -> Void) -> TransportSettings {
        TransportTests.settings {
            $0.caFile = certificates.authority.certificate
            change(&$0)
        }
    }

    private func start(_ version: String = "-tls1_3") async throws -> TLSServer {
        let authority = certificates.authority.certificate
        return try await TLSServer.start(
            certificates.server,
            ["-rev", version, "-Verify", "1", "-verify_return_error", "-CAfile", authority]
        )
    }

    @Test("A server that asks for a certificate gets it", arguments: ["-tls1_2", "-tls1_3"])
    func shown(version: String) async throws {
        let server = try await start(version)
        let stream = try await connect(
            "localhost",
            server.port,
            isSecure: true,
            settings {
                $0.clientCertificate = certificates.client.certificate
                $0.clientKey = certificates.client.key
            }
        )
        try await stream.write(Array("abc\n".utf8))
        #expect(try await stream.readLine() == "cba")
    }

    @Test("Certificate and key may be in one file")
    func oneFile() async throws {
        let server = try await start()
        let both =
            try Data(contentsOf: URL(fileURLWithPath: certificates.client.certificate))
            + Data(contentsOf: URL(fileURLWithPath: certificates.client.key))
        let file = try certificates.authority.write("both.pem", both)
        let stream = try await connect(
            "localhost",
            server.port,
            isSecure: true,
            settings { $0.clientCertificate = file }
        )
        try await stream.write(Array("abc\n".utf8))
        #expect(try await stream.readLine() == "cba")
    }

    @Test("Without one, such a server ends the handshake, or the first read where TLS 1.3 is done before")
    func missing() async throws {
        for version in ["-tls1_2", "-tls1_3"] {
            let server = try await start(version)
            let error = await #expect(throws: TransportError.self) {
                let stream = try await connect("localhost", server.port, isSecure: true, settings { _ in })
                _ = try await stream.readOnce()
            }
            guard case .tls(let detail) = error else { throw try #require(error) }
            #expect(detail.contains(version == "-tls1_2" ? "handshake failure" : "certificate required"), "\(detail)")
        }
    }

    @Test("An encrypted key is opened with its passphrase, and is never asked for on the terminal")
    func encrypted() async throws {
        let server = try await start()
        let certificates = certificates
        let key = try await onOwnThread {
            try certificates.authority.encrypt(certificates.client.key, passphrase: "open sesame")
        }
        let opening = settings {
            $0.clientCertificate = certificates.client.certificate
            $0.clientKey = key
            $0.clientKeyPassphrase = "open sesame"
        }
        let stream = try await connect("localhost", server.port, isSecure: true, opening)
        try await stream.write(Array("abc\n".utf8))
        #expect(try await stream.readLine() == "cba")
        for wrong in ["wrong", nil] as [String?] {
            var failing = opening
            failing.clientKeyPassphrase = wrong
            try await expectBadFile(key, server, failing)
        }
    }

    @Test("A file that is missing, is no certificate, or does not belong to the other is named")
    func badFiles() async throws {
        let server = try await start()
        let client = certificates.client
        let garbage = try certificates.authority.write("garbage.pem", Array("garbage\n".utf8))
        for certificate in ["/nonexistent/client.pem", garbage] {
            try await expectBadFile(
                certificate,
                server,
                settings {
                    $0.clientCertificate = certificate
                    $0.clientKey = client.key
                }
            )
        }
        for key in ["/nonexistent/client.key", garbage, certificates.server.key] {
            try await expectBadFile(
                key,
                server,
                settings {
                    $0.clientCertificate = client.certificate
                    $0.clientKey = key
                }
            )
        }
    }

    private func expectBadFile(_ path: String, _ server: TLSServer, _ settings: TransportSettings) async throws {
        let error = await #expect(throws: TransportError.self) {
            try await connect("localhost", server.port, isSecure: true, settings)
        }
        guard case .badCertificateFile(let named, let detail) = error else { throw try #require(error) }
        #expect(named == path, "\(detail)")
        #expect(!detail.contains("sesame"))
    }
}
