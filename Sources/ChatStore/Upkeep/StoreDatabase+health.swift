import Glibc
import SQLite

extension StoreDatabase {
    /// Up to this size every page is looked at: a second or so.
    private static var examinedBytes: Int64 { 64 << 20 }

    func health() throws -> StoreHealth {
        let bytes = [files.database, files.database + "-wal"].reduce(Int64(0)) { sum, path in
            var status = stat()
            return stat(path, &status) == 0 ? sum + Int64(status.st_size) : sum
        }
        let isExamined = bytes <= Self.examinedBytes
        return StoreHealth(
            bytes: bytes,
            threads: try count("SELECT count(*) FROM threads WHERE is_listed"),
            messages: try count("SELECT count(*) FROM messages"),
            waiting: try count("SELECT count(*) FROM outbox WHERE state = 0"),
            undecided: try count("SELECT count(*) FROM outbox WHERE state <> 0"),
            drafts: try count("SELECT count(*) FROM drafts"),
            damage: try damage(isExamined: isExamined),
            isExaminedWhole: isExamined
        )
    }

    private func count(_ query: SQL) throws(SQLiteFailure) -> Int {
        try database.first(query) { $0.count(0) } ?? 0
    }

    private func damage(isExamined: Bool) throws(SQLiteFailure) -> String? {
        guard try Schema.state(of: database) != .damaged else { return "a table is missing" }
        guard isExamined else { return nil }
        let answer = try database.first("PRAGMA quick_check(1)") { $0.text(0) } ?? ""
        return answer == "ok" ? nil : answer
    }
}
