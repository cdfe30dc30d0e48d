import Testing

@testable import CommunityServer

@Suite("RequestHead: what goes to the community")
struct RequestHeadTests {
    private func head(_ fields: [(String, String)], method: String = "GET") throws -> RequestHead {
        let target = try #require(RequestTarget("/a?b=c"))
        return RequestHead(
            method: method,
            target: target,
            rawTarget: "/a?b=c",
            fields: fields.map { ($0.0, $0.1) },
            peerAddress: "127.0.0.1"
        )
    }

    @Test("of repeated headers the first counts, whatever the case")
    func headers() throws {
        let request = try head([("Accept", "a"), ("ACCEPT", "b"), ("X-Y", "z")]).request(trustsProxy: false)
        #expect(request.headers == ["accept": "a", "x-y": "z"])
        #expect(request.path == "/a")
        #expect(request.query.map(\.value) == ["c"])
    }

    @Test("HEAD asks for what GET asks for")
    func headIsGet() throws {
        #expect(try head([], method: "HEAD").request(trustsProxy: false).method == "GET")
    }

    @Test(
        "the proxy's own entry is the caller's address, if there is a proxy",
        arguments: [
            ([("X-Forwarded-For", "1.2.3.4")], true, "1.2.3.4"),
            ([("X-Forwarded-For", "9.9.9.9, 1.2.3.4")], true, "1.2.3.4"),
            ([("X-Forwarded-For", "9.9.9.9"), ("x-forwarded-for", "::1")], true, "::1"),
            ([("X-Forwarded-For", "1.2.3.4")], false, "127.0.0.1"),
            ([("X-Forwarded-For", "me<script>")], true, "127.0.0.1"),
            ([], true, "127.0.0.1"),
        ] as [([(String, String)], Bool, String)]
    )
    func forwarded(fields: [(String, String)], trusts: Bool, address: String) throws {
        #expect(try head(fields).request(trustsProxy: trusts).remoteAddress == address)
    }

    @Test("only a proxy may say that people come over TLS", arguments: [true, false])
    func forwardedScheme(trusts: Bool) throws {
        let request = try head([("X-Forwarded-Proto", "https")]).request(trustsProxy: trusts)
        #expect(request.headers["x-forwarded-proto"] == (trusts ? "https" : nil))
    }

    @Test(
        "two statements of a body's length that may differ are unclear",
        arguments: [
            ([("Content-Length", "5"), ("Transfer-Encoding", "chunked")], true),
            ([("transfer-encoding", "identity"), ("content-length", "5")], true),
            ([("Content-Length", "5"), ("content-length", "6")], true),
            ([("Content-Length", "5"), ("content-length", "5")], false),
            ([("Content-Length", "5")], false), ([("Transfer-Encoding", "chunked")], false), ([], false),
        ] as [([(String, String)], Bool)]
    )
    func unclearLength(fields: [(String, String)], isUnclear: Bool) throws {
        #expect(try head(fields).hasUnclearLength == isUnclear)
    }
}
