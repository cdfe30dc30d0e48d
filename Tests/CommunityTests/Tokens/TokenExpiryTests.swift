import Testing

@testable import Community

@Suite("When a token expires")
struct TokenExpiryTests {
    private let now = Timestamp(milliseconds: 1_000_000)

    private func token(_ claims: String) -> Secret {
        Secret("e30." + Base64URL.text(Array(claims.utf8)) + ".c2ln")
    }

    @Test("The seconds the server names come first")
    func expiresIn() {
        #expect(
            TokenExpiry.date(of: token(#"{"exp": 5}"#), expiresIn: 900, now: now) == Timestamp(milliseconds: 1_900_000)
        )
    }

    @Test("Else the token says it", arguments: [#"{"exp": 5}"#, #"{"exp": "5", "sub": "1"}"#, #"{"exp": 5.0}"#])
    func claim(claims: String) {
        #expect(TokenExpiry.date(of: token(claims), expiresIn: nil, now: now) == Timestamp(milliseconds: 5000))
    }

    @Test(
        "An opaque token says nothing",
        arguments: ["abc", "a.b", "a.!!.c", "..", "e30.e30.c2ln", "e30.eyJleHAiOjk5OTk5OTk5OTk5OTk5OTk5OTl9.c2ln"]
    )
    func opaque(text: String) {
        #expect(TokenExpiry.date(of: Secret(text), expiresIn: nil, now: now) == nil)
    }

    @Test(
        "A claim beyond the year 9999, which no file of ours could hold, says nothing",
        arguments: ["253402300800", "9223372036854775", "-9223372036854775"]
    )
    func absurd(expiry: String) {
        #expect(TokenExpiry.date(of: token(#"{"exp": \#(expiry)}"#), expiresIn: nil, now: now) == nil)
    }

    @Test("Base64 for URLs reads back as it was written, without padding")
    func base64() {
        for count in 0..<20 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: 251 &+ $0) }
            let text = Base64URL.text(bytes)
            #expect(text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" })
            #expect(Base64URL.bytes(text) == bytes)
        }
    }
}
