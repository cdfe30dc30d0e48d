import Testing

@testable import bobbin

@Suite("Lengths of time")
struct DurationTextTests {
    @Test(
        "are read with their unit, seconds without one",
        arguments: [
            ("5s", Duration.seconds(5)), ("500ms", .milliseconds(500)), ("2m", .seconds(120)), ("1h", .seconds(3600)),
            ("7", .seconds(7)), ("1.5s", .milliseconds(1500)), ("0.25", .milliseconds(250)), ("0", .zero),
        ]
    )
    func read(_ text: String, _ duration: Duration) {
        #expect(DurationText.parse(text) == duration)
    }

    @Test(
        "are refused when they are none",
        arguments: [
            "", "s", "ms", "-5s", "+5", "5 s", "5x", "1e3", "nan", "inf", ".5", "5.", "1.2.3", "0x10", "5S",
            "999999999999", "99999999999999999999h", "\u{664}s",
        ]
    )
    func refused(_ text: String) {
        #expect(DurationText.parse(text) == nil)
    }
}
