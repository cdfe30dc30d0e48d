/// Rows behind those used last, by the time of the messages: many may be of one time, and each needs a row of its own.
///
/// They are guesses, which another program may have used; a row that is skipped is missed by nobody.
struct NextRows {
    private var rows: [Int64: Int64] = [:]

    /// Times that are remembered: some seconds of a flood.
    private static let limit = 4_096

    /// The row to try first.
    func row(at time: Int64) -> Int64 { rows[time] ?? MessageTime.firstRow(at: time) }

    mutating func use(_ row: Int64, at time: Int64) {
        if rows.count >= Self.limit, rows[time] == nil { rows = [:] }
        rows[time] = row + 1
    }
}
