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

    /// What the statement does and to which table, such as `INSERT outbox`: for people, whom its text tells nothing.
    package var statementName: String {
        let words = statement.split { $0 == " " || $0 == "\n" || $0 == "(" }
        guard let verb = words.first else { return "" }
        let before = words.firstIndex { ["INTO", "FROM", "UPDATE", "TABLE"].contains($0) }
        let table = before.flatMap { words.dropFirst($0 + 1).first } ?? words.dropFirst().first
        return table.map { "\(verb) \($0)" } ?? String(verb)
    }
}

extension SQLiteFailure: CustomStringConvertible {
    package var description: String { "\(message) (SQLite \(code)) in: \(statement)" }
}
