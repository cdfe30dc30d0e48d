import Community
import SQLite

/// Searches beside the writer, on a connection and a thread of its own: a long look must not hold up messages.
final class SearchBook: DatabaseDomain {
    let database: SQLiteDatabase

    init(folder: DataFolder) throws {
        database = try SQLiteDatabase(path: folder.path(of: CommunityBook.fileName), access: .reading)
        try database.define("contains_folded") { text, folded in NormalText.folded(text).contains(folded) }
    }

    // In the threads the member is in; -1 looks in all of them.
    private static let scope: SQL = """
        \(MessageReader.select) JOIN thread_members t ON t.thread_id = m.thread_id AND t.member_id = ?
        WHERE m.id < ? AND (? = -1 OR m.thread_id = ?) AND m.deleted_at IS NULL
            AND (m.hidden_from IS NULL OR m.hidden_from <> t.member_id)
        """
    // SQLite itself knows the cases of ASCII, and is many times faster.
    private static let find: SQL = "\(scope) AND m.content LIKE ? ESCAPE '\\' ORDER BY m.id DESC LIMIT ?"
    private static let findFolded: SQL = "\(scope) AND contains_folded(m.content, ?) ORDER BY m.id DESC LIMIT ?"

    func messages(
        with text: String,
        in thread: Int64?,
        _ request: BackwardPageRequest,
        for member: Int64
    ) throws -> MessagePage {
        let isPlain = text.utf8.allSatisfy { $0 < 0x80 }
        let rows = try database.rows(
            isPlain ? Self.find : Self.findFolded,
            member,
            request.before,
            thread ?? -1,
            thread ?? -1,
            isPlain ? LikePattern.containing(text) : NormalText.folded(text),
            request.limit + 1,
            read: StoredMessage.init
        )
        return try MessageReader(database: database).messagePage(rows, limit: request.limit, for: member)
    }

    // Nothing is changed here, so nothing has to be taken back or told.
    func workBegan() {}
    func workUndone() {}
    func batchCommitted() {}
    func batchUndone() {}
}

/// Patterns of LIKE, with `\` as the escape.
enum LikePattern {
    static func containing(_ text: String) -> String {
        var pattern = "%"
        for scalar in text.unicodeScalars {
            if scalar == "%" || scalar == "_" || scalar == "\\" { pattern += "\\" }
            pattern.unicodeScalars.append(scalar)
        }
        return pattern + "%"
    }
}
