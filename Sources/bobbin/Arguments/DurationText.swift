/// Lengths of time as people write them: `5s`, `500ms`, `2m`, `1h`, `1.5s`, or plain seconds.
enum DurationText {
    /// The longest that makes sense anywhere: a year.
    static let longest = Duration.seconds(366 * 24 * 60 * 60)

    private static let units: [(suffix: String, milliseconds: Double)] = [
        ("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000), ("", 1000),
    ]

    /// Reads a length of time; nil when `text` is none or is out of range.
    static func parse(_ text: String) -> Duration? {
        for unit in units where text.hasSuffix(unit.suffix) {
            let number = text.dropLast(unit.suffix.count)
            guard isDecimal(number), let value = Double(number) else { return nil }
            let milliseconds = value * unit.milliseconds
            guard milliseconds <= 366 * 24 * 3_600_000 else { return nil }
            return .microseconds(Int64((milliseconds * 1000).rounded()))
        }
        return nil
    }

    /// Digits with at most one point inside; no sign, exponent, `nan` or `inf`.
    private static func isDecimal(_ text: Substring) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count <= 2
            && parts.allSatisfy { part in
                !part.isEmpty && part.count <= 12
                    && part.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            }
    }
}
