import Testing

@testable import bobbin

@Suite("What is asked for an account")
struct SignUpRuleTests {
    @Test(
        "is looked at when it is given",
        arguments: [
            ("ann@example.org", true), (" ann@example.org ", true), ("ann", false), ("ann@", false), ("@x.org", false),
            ("ann@example", false), ("a b@x.org", false), ("a@b@x.org", false), ("ann@x..org", false),
        ]
    )
    func email(text: String, isRight: Bool) {
        #expect((SignUpRule.email(text) == nil) == isRight)
    }

    @Test("has limits that are told in words")
    func limits() {
        #expect(SignUpRule.password("1234567") == "A password needs 8 characters or more.")
        #expect(SignUpRule.password("12345678") == nil)
        #expect(SignUpRule.password(String(repeating: "x", count: 513)) != nil)
        #expect(SignUpRule.name(String(repeating: "가", count: 41)) == "A name has at most 40 characters; this has 41.")
        #expect(SignUpRule.name("민지") == nil && SignUpRule.name("a\u{7}b") != nil)
    }
}
