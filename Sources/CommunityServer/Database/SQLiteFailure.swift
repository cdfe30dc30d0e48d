/// SQLite refused. It names the statement, never the values bound to it.
struct SQLiteFailure: Error, Sendable, Hashable {
    /// The extended result code (sqlite.org/rescode.html).
    var code: Int32
    var message: String
    var statement: String

    /// The primary result code.
    var primaryCode: Int32 { code & 0xff }
}

extension SQLiteFailure: CustomStringConvertible {
    var description: String { "\(message) (SQLite \(code)) in: \(statement)" }
}
