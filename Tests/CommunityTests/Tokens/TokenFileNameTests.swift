import Testing

@testable import Community

@Suite("The name of a session's file")
struct TokenFileNameTests {
    private func name(_ profile: String?, _ url: String) throws -> String {
        TokenFileName.of(profile: profile, server: try #require(BaseURL(url)))
    }

    @Test("differs for each profile and each server, and is the same the next time")
    func unique() throws {
        let names = [
            try name(nil, "https://a.example"), try name("work", "https://a.example"),
            try name("wörk", "https://a.example"),
            try name("w_rk", "https://a.example"), try name("work", "https://b.example"),
            try name("work", "http://a.example"),
            try name("work", "https://a.example:8443"), try name("work", "https://a.example/talk"),
        ]
        #expect(Set(names).count == names.count)
        #expect(try name("work", "https://a.example/") == names[1])
        #expect(names[1].hasPrefix("session-work@a.example-"))
    }

    @Test("stays in its folder and is short, whatever the profile is called")
    func safe() throws {
        for profile in ["..", "/etc/passwd", "a\nb", String(repeating: "x", count: 1000), "\u{202E}"] {
            let name = try name(profile, "https://a.example")
            #expect(name.utf8.count <= 100 && name.hasPrefix("session-"))
            #expect(name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") })
        }
    }
}
