/// SQLite refused. It names the statement, never the values bound to it.
package struct SQLiteFailure: Error, Sendable, Hashable {
    /// The extended result code (sqlite.org/rescode.html).
    package var code: Int32
    package var message: String
    package var statement: String
    /// The `errno` of the system call that failed, 0 where none did.
    package var systemError: Int32 = 0

    /// The primary result code.
    package var primaryCode: Int32 { code & 0xff }
}

extension SQLiteFailure: CustomStringConvertible {
    package var description: String { "\(message) (SQLite \(code)) in: \(statement)" }
}
