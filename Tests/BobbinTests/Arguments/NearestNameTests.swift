import Testing

@testable import bobbin

@Suite("The nearest name")
struct NearestNameTests {
    @Test(
        "is found for a slip of the fingers and not made up",
        arguments: [
            ("urll", "url"), ("ulr", "url"), ("URL", "url"), ("logn", "login"), ("pasword", "password"),
            ("passw", "password"), ("xyz", nil), ("", nil), ("q", nil),
        ] as [(String, String?)]
    )
    func nearest(_ typed: String, _ meant: String?) {
        #expect(NearestName.of(typed, in: ["url", "login", "password"]) == meant)
    }
}
