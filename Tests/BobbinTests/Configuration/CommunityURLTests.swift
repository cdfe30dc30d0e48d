import Community
import Testing

@testable import bobbin

@Suite("A community's address")
struct CommunityURLTests {
    @Test(
        "is taken with its path and without what follows it",
        arguments: [
            ("https://community.example.org", "https://community.example.org", false),
            ("HTTPS://community.example.org/", "https://community.example.org", false),
            ("https://example.org:8443/talk/", "https://example.org:8443/talk", false),
            ("community.example.org", "https://community.example.org", false),
            ("localhost:8080", "http://localhost:8080", false),
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080", false),
            ("http://[::1]:8080", "http://[::1]:8080", false),
            ("http://community.example.org", "http://community.example.org", true),
        ]
    )
    func accepted(_ text: String, _ url: String, _ isInTheClear: Bool) throws {
        let address = try CommunityURL(text)
        #expect(address.base.text == url)
        #expect(address.isInTheClear == isInTheClear)
    }

    @Test(
        "is refused with a reason",
        arguments: [
            ("ftp://h", "must begin with https:// or http:// for a community; ws:// and wss:// are for brokers"),
            ("https://", "names no host; write it like https://community.example.org"),
            ("https://h:99999", "has a port that is not between 1 and 65535"),
            ("https://h /", "holds a blank or a control character"),
            ("https://h?x=1", "holds a query or a fragment; leave what begins with ? or # out"),
            ("https://h/#a", "holds a query or a fragment; leave what begins with ? or # out"),
            ("https://kim@h", "holds a name or password, which others can see; leave it out and use bobbin login"),
        ]
    )
    func refused(_ text: String, _ problem: String) {
        #expect(throws: ServerURL.Fault(problem)) { try CommunityURL(text) }
    }
}
