import Testing

@testable import CommunityServer

@Suite("RequestTarget: what a request line asks for")
struct RequestTargetTests {
    @Test(
        "path and query are taken apart, then decoded",
        arguments: [
            ("/", "/", []),
            ("/a/b", "/a/b", []),
            ("/a%20b/%EA%B0%80", "/a b/가", []),
            ("/a?", "/a", []),
            ("/a?x=1&y=%26%3d&z", "/a", [("x", "1"), ("y", "&="), ("z", "")]),
            ("/a?q=two+words&p=1%2B1", "/a", [("q", "two words"), ("p", "1+1")]),
            ("/a+b?x=a?b", "/a+b", [("x", "a?b")]),
            ("http://host:80/a?x=1", "/a", [("x", "1")]),
            ("http://host", "/", []),
            ("/a?u=http://host/b", "/a", [("u", "http://host/b")]),
        ] as [(String, String, [(String, String)])]
    )
    func reading(text: String, path: String, query: [(String, String)]) throws {
        let target = try #require(RequestTarget(text))
        #expect(target.path == path)
        #expect(target.query == query.map { RequestTarget.Item(name: $0.0, value: $0.1) })
    }

    @Test(
        "what is no path, or no text, is refused",
        arguments: ["", "*", "a", "/%", "/%4", "/%zz", "/%ff", "/a%00", "/?x=%f"]
    )
    func malformed(text: String) {
        #expect(RequestTarget(text) == nil)
    }
}
