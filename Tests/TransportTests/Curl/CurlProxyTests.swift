import Glibc
import TestSupport
import Testing

@testable import Transport

@Suite("Proxies", .timeLimit(.minutes(10)))
struct CurlProxyTests {
    private let listener: LoopbackListener

    init() throws {
        listener = try LoopbackListener()
    }

    private func settings(_ proxy: String, _ change: (inout TransportSettings) -> Void = { _ in }) -> TransportSettings
    {
        TransportTests.settings {
            $0.proxy = proxy
            change(&$0)
        }
    }

    /// Connects through the proxy and sends a byte each way.
    private func expectBytesFlow(_ settings: TransportSettings, host: String = "127.0.0.1") async throws {
        async let accepted = listener.accept()
        let stream = try await connect(host, listener.port, settings)
        let peer = try await accepted
        try await stream.write([1])
        #expect(try await peer.read(exactly: 1) == [1])
        try await peer.write([2])
        #expect(try await stream.readOnce() == [2])
        stream.close()
        try await peer.drain()
    }

    private func proxyError(_ settings: TransportSettings, host: String = "127.0.0.1") async throws -> String {
        let error = await #expect(throws: TransportError.self) { try await connect(host, listener.port, settings) }
        guard case .proxy(let detail) = error else { throw try #require(error) }
        return detail
    }

    @Test("A plain connection goes through an HTTP proxy in a tunnel, and the proxy finds the name")
    func http() async throws {
        let proxy = try ScriptedProxy(.http)
        try await expectBytesFlow(settings("http://127.0.0.1:\(proxy.port)"), host: "broker.test")
        let request = try await proxy.request()
        #expect(request.hasPrefix("CONNECT broker.test:\(listener.port) HTTP/1.1\r\n"))
        #expect(!request.contains("Proxy-Authorization"))
    }

    @Test("TLS goes through the tunnel, end to end")
    func tls() async throws {
        let certificates = try await Certificates.shared
        let server = try await TLSServer.start(certificates.server)
        let proxy = try ScriptedProxy(.http)
        let stream = try await connect(
            "broker.test",
            server.port,
            isSecure: true,
            settings("http://127.0.0.1:\(proxy.port)") { $0.caFile = certificates.authority.certificate }
        )
        try await stream.write(Array("abc\n".utf8))
        #expect(try await stream.readLine() == "cba")
    }

    @Test("Credentials go to the proxy from its URL or from the settings")
    func credentials() async throws {
        // The Base64 of “user:p@ss:word”.
        let expected = "Proxy-Authorization: Basic dXNlcjpwQHNzOndvcmQ="
        let first = try ScriptedProxy(.http)
        try await expectBytesFlow(settings("http://user:p%40ss%3Aword@127.0.0.1:\(first.port)"))
        #expect(try await first.request().contains(expected))
        let second = try ScriptedProxy(.http)
        try await expectBytesFlow(
            settings("http://127.0.0.1:\(second.port)") {
                $0.proxyUser = "user"
                $0.proxyPassword = "p@ss:word"
            }
        )
        #expect(try await second.request().contains(expected))
    }

    @Test("A proxy behind TLS is trusted by its own authority, and is blamed when it is not trusted")
    func https() async throws {
        let certificates = try await Certificates.shared
        let identity = certificates.server
        let proxy = try ChildProcess("python3", ["-uc", echoingTLSProxy, identity.certificate, identity.key])
        let port = try await proxy.port(inLineContaining: "listening")
        let url = "https://user:secret@localhost:\(port)"
        let detail = try await proxyError(settings(url))
        #expect(detail.contains("unable to get local issuer certificate"))
        let stream = try await connect(
            "broker.test",
            80,
            settings(url) { $0.proxyCAFile = certificates.authority.certificate }
        )
        try await stream.write([1, 2, 3])
        #expect(try await stream.read(exactly: 3) == [1, 2, 3])
    }

    @Test("SOCKS 5 connects, with the name found by the proxy and with credentials")
    func socks() async throws {
        let plain = try ScriptedProxy(.socks)
        try await expectBytesFlow(settings("socks5h://127.0.0.1:\(plain.port)"), host: "broker.test")
        #expect(try await plain.request() == "broker.test:\(listener.port)")
        let local = try ScriptedProxy(.socks)
        try await expectBytesFlow(settings("socks5://user:secret@127.0.0.1:\(local.port)"))
        #expect(try await local.request() == "user:secret@127.0.0.1:\(listener.port)")
    }

    @Test(
        "What a proxy answers instead of a tunnel is told",
        arguments: [(407, "password"), (403, "allow"), (502, "reach")]
    )
    func status(status: Int, word: String) async throws {
        let proxy = try ScriptedProxy(.httpStatus(status))
        let detail = try await proxyError(settings("http://user:secret@127.0.0.1:\(proxy.port)"))
        #expect(detail.contains("\(status)") && detail.contains(word))
        #expect(!detail.contains("secret"))
    }

    @Test("A refusal of SOCKS is told")
    func socksRefusal() async throws {
        let proxy = try ScriptedProxy(.socksReply(2))
        let detail = try await proxyError(settings("socks5h://127.0.0.1:\(proxy.port)"))
        #expect(detail.contains("SOCKS5"))
    }

    @Test("A proxy that can't be reached or found is not taken for the server")
    func noProxy() async throws {
        let port = try LoopbackListener.freePort()
        for scheme in ["http", "socks5h"] {
            let detail = try await proxyError(settings("\(scheme)://user:secret@127.0.0.1:\(port)"))
            #expect(detail.contains("\(port)"))
            #expect(!detail.contains("secret"))
        }
        #expect(try await proxyError(settings("http://user:secret@nosuch.invalid:3128")).contains("nosuch.invalid"))
    }

    @Test("A proxy's URL that can't be read is told without its credentials")
    func badProxyURL() async throws {
        for url in ["http://user:secret@127.0.0.1:notaport", "gopher://user:secret@127.0.0.1:1"] {
            let error = await #expect(throws: TransportError.self) {
                try await connect("127.0.0.1", listener.port, settings(url))
            }
            #expect(!"\(try #require(error))".contains("secret"))
            guard case .proxy = error else { throw try #require(error) }
        }
    }

    @Test("A proxy that does not answer is given up after the limit")
    func silentProxy() async throws {
        let proxy = try ScriptedProxy(.httpSilence)
        let limit = Duration.milliseconds(100)
        await #expect(throws: TransportError.connectTimedOut(host: "127.0.0.1", port: listener.port, after: limit)) {
            try await connect(
                "127.0.0.1",
                listener.port,
                settings("http://127.0.0.1:\(proxy.port)") { $0.connectTimeout = limit }
            )
        }
        // The proxy ends when the client has closed its socket.
        #expect(try await proxy.request().hasPrefix("CONNECT"))
    }

    @Test("Cancelling while the proxy keeps silent closes the socket")
    func cancel() async throws {
        let proxy = try LoopbackListener()
        let patient = settings("http://127.0.0.1:\(proxy.port)") { $0.connectTimeout = .seconds(600) }
        let attempt = Task { _ = try await connect("127.0.0.1", 80, patient) }
        let peer = try await proxy.accept()
        #expect(try await onOwnThread { try peer.readHeaderBlocking() }.hasPrefix("CONNECT"))
        attempt.cancel()
        await #expect(throws: TransportError.cancelled) { try await attempt.value }
        #expect(try await peer.drain() == 0)
    }

    @Test("An exception in the settings goes around the proxy")
    func exception() async throws {
        let port = try LoopbackListener.freePort()
        try await expectBytesFlow(settings("http://127.0.0.1:\(port)") { $0.noProxy = "other.test,127.0.0.1" })
    }

    @Test("A server that refuses behind an exception is not taken for the proxy")
    func refusedBehindException() async throws {
        let port = try LoopbackListener.freePort()
        let error = await #expect(throws: TransportError.self) {
            try await connect("127.0.0.1", port, settings("http://proxy.test:1") { $0.noProxy = "127.0.0.1" })
        }
        guard case .unreachable = error else { throw try #require(error) }
    }
}

@Suite("Proxies in the environment", .timeLimit(.minutes(10)))
struct ProxyEnvironmentTests {
    @Test("http_proxy and all_proxy are for plain connections, https_proxy for TLS")
    func variables() async throws {
        await #expect(processExitsWith: .success) {
            alarm(50)
            try await expectRequest(variable: "http_proxy", isSecure: false)
            try await expectRequest(variable: "https_proxy", isSecure: true)
            try await expectRequest(variable: "HTTPS_PROXY", isSecure: true)
            try await expectRequest(variable: "all_proxy", isSecure: false)
            try await expectRequest(variable: "ALL_PROXY", isSecure: true)
        }
    }

    @Test("no_proxy and an empty setting go around it, and a dead one is told from a dead server")
    func around() async throws {
        await #expect(processExitsWith: .success) {
            alarm(50)
            let listener = try LoopbackListener()
            let dead = try LoopbackListener.freePort()
            setenv("http_proxy", "http://user:secret@127.0.0.1:\(dead)", 1)
            let error = await #expect(throws: TransportError.self) {
                try await connect("127.0.0.1", listener.port, TransportSettings())
            }
            guard case .proxy(let detail) = error else { throw try #require(error) }
            #expect(!detail.contains("secret"))
            try await connect("127.0.0.1", listener.port, settings()).close()
            setenv("no_proxy", "127.0.0.1", 1)
            try await connect("127.0.0.1", listener.port, TransportSettings()).close()
        }
    }
}

/// A proxy over TLS that answers CONNECT with 200 and then plays an echoing server itself.
private let echoingTLSProxy = """
    import socket, ssl, sys
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(sys.argv[1], sys.argv[2])
    listener = socket.create_server(("127.0.0.1", 0))
    print("listening:%d" % listener.getsockname()[1])
    while True:
        client = listener.accept()[0]
        try:
            with context.wrap_socket(client, server_side=True) as stream:
                header = b""
                while not header.endswith(b"\\r\\n\\r\\n"):
                    header += stream.recv(1)
                stream.sendall(b"HTTP/1.1 200 OK\\r\\n\\r\\n")
                while data := stream.recv(65536):
                    stream.sendall(data)
        except OSError:
            pass
    """

/// Connects with a proxy from the environment alone, which refuses, and looks that it was asked.
private func expectRequest(variable: String, isSecure: Bool) async throws {
    let proxy = try ScriptedProxy(.httpStatus(403))
    setenv(variable, "http://127.0.0.1:\(proxy.port)", 1)
    defer { unsetenv(variable) }
    let error = await #expect(throws: TransportError.self) {
        try await connect("broker.test", 443, isSecure: isSecure, TransportSettings())
    }
    guard case .proxy = error else { throw try #require(error) }
    #expect(try await proxy.request().hasPrefix("CONNECT broker.test:443 "))
}
