import Testing

@testable import Community

@Suite("Versions")
struct VersionVerdictTests {
    private let info = VersionInfo(minimum: "0.2", latest: "1.10.0", message: "please")

    @Test(
        "Below the minimum is refused, below the latest is told, the rest is current",
        arguments: [
            ("0.1.9", VersionVerdict.refused(minimum: "0.2", message: "please")),
            ("0.2.0", .outdated(latest: "1.10.0", message: "please")),
            ("1.9.9", .outdated(latest: "1.10.0", message: "please")),
            ("1.10", .current), ("1.10.0-beta", .current), ("2", .current), ("unknown", .current),
        ]
    )
    func verdicts(version: String, verdict: VersionVerdict) {
        #expect(info.verdict(on: version) == verdict)
    }

    @Test("A server that names no readable version refuses nobody")
    func unreadable() {
        #expect(VersionInfo(minimum: "", latest: "newest").verdict(on: "0.1.0") == .current)
    }
}
