/// Rows made of times; ``Schema`` says why.
enum MessageTime {
    private static let bits: Int64 = 20
    /// Rows that one millisecond has.
    static var rowsEach: Int64 { 1 << bits }
    /// Far enough for every clock: the year 140,000.
    private static let latest: Int64 = (1 << 42) - 1

    static func firstRow(at time: Int64) -> Int64 {
        min(max(time, 0), latest) << bits
    }
}
