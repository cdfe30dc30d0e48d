import TestSupport
import Testing

@testable import Transport

@Suite("Redirects", .timeLimit(.minutes(10)))
struct RedirectTests {
    private static func request(_ url: String, _ method: HTTPMethod = .get) -> HTTPRequest {
        HTTPRequest(method, url, headers: ["Authorization": "Bearer t", "X-Platform": "cli"])
    }

    @Test("Within one origin a GET follows with its headers", arguments: [301, 302, 303, 307, 308])
    func sameOrigin(status: Int) throws {
        var rule = RedirectRule()
        let next = try rule.next(
            after: Self.request("https://A.example/x"),
            answeredWith: status,
            location: "https://a.example:443/y"
        )
        #expect(next?.url == "https://a.example:443/y")
        #expect(next?.headers["Authorization"] == "Bearer t")
    }

    @Test(
        "To another origin it goes without the token",
        arguments: ["https://b.example/y", "https://a.example:8443/y", "https://sub.a.example/"]
    )
    func otherOrigin(location: String) throws {
        var rule = RedirectRule()
        let next = try rule.next(after: Self.request("https://a.example/x"), answeredWith: 302, location: location)
        #expect(next?.headers["authorization"] == nil)
        #expect(next?.headers["X-Platform"] == "cli")
    }

    @Test("What was asked over TLS is not asked again without it")
    func downgrade() {
        var rule = RedirectRule()
        #expect(throws: HTTPError.redirected(status: 302, location: "http://a.example/x")) {
            try rule.next(after: Self.request("https://a.example/x"), answeredWith: 302, location: "http://a.example/x")
        }
    }

    @Test("Anything but a GET is not followed", arguments: [HTTPMethod.post, .put, .patch, .delete])
    func otherMethods(method: HTTPMethod) {
        var rule = RedirectRule()
        #expect(throws: HTTPError.redirected(status: 307, location: "https://a.example/y")) {
            try rule.next(
                after: Self.request("https://a.example/x", method),
                answeredWith: 307,
                location: "https://a.example/y"
            )
        }
    }

    @Test("Other answers are no redirects", arguments: [200, 300, 304, 401, 500])
    func others(status: Int) throws {
        var rule = RedirectRule()
        #expect(try rule.next(after: Self.request("http://a/"), answeredWith: status, location: "http://a/y") == nil)
    }

    @Test("A circle ends")
    func circle() async throws {
        let server = try ScriptedHTTPServer { _ in .response(302, headers: [("Location", "/again")]) }
        let client = try CurlHTTPClient(settings: settings())
        await #expect(throws: HTTPError.redirected(status: 302, location: server.url + "/again")) {
            try await client.send(HTTPRequest(.get, server.url))
        }
        #expect(server.requests.count == RedirectRule.limit + 1)
    }

    @Test("Another server does not get the token")
    func tokenStays() async throws {
        let other = try ScriptedHTTPServer { _ in .response(200) }
        let location = other.url + "/there"
        let server = try ScriptedHTTPServer { _ in .response(302, headers: [("Location", location)]) }
        let client = try CurlHTTPClient(settings: settings())
        #expect(try await client.send(Self.request(server.url)).status == 200)
        #expect(server.requests.first?.headers["authorization"] == "Bearer t")
        let seen = try #require(other.requests.first)
        #expect(seen.target == "/there")
        #expect(seen.headers["authorization"] == nil)
    }
}
