import Testing

@testable import Terminal

@Suite("A link")
struct SafeLinkTests {
    @Test(
        "Begins with a scheme that starts no program, and holds no blank and nothing invisible",
        arguments: [
            ("https://example.com", true), ("HTTP://A", true), ("mailto:a@b", true), ("https://", false),
            ("javascript:alert(1)", false), ("file:///etc/passwd", false), ("ssh://x", false), ("https://a b", false),
            ("https://a\u{1B}]8;;x\u{7}", false), ("https://a\u{202E}b", false), ("https://ko.example/한국", true),
            ("https://a/\u{E000}", false), ("", false), ("x", false),
        ]
    )
    func allowed(raw: String, isLink: Bool) {
        #expect((SafeLink(SafeText(raw, lines: .single)) != nil) == isLink)
    }

    @Test("Has a bounded length")
    func length() {
        let long = "https://" + String(repeating: "a", count: SafeLink.maximumLength)
        #expect(SafeLink(SafeText(long, lines: .single)) == nil)
        #expect(SafeLink(SafeText(String(long.prefix(SafeLink.maximumLength)), lines: .single)) != nil)
    }

    @Test("Is written in printable ASCII")
    func encoded() {
        let link = SafeLink(SafeText("https://ko.example/한?a=%20&b=~", lines: .single))
        #expect(link?.encoded == "https://ko.example/%ED%95%9C?a=%20&b=~")
        #expect(link?.identity == SafeLink(SafeText("https://ko.example/한?a=%20&b=~", lines: .single))?.identity)
    }
}
