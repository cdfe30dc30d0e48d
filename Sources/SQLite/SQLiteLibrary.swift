import CSQLite

/// The SQLite this runs with.
package enum SQLiteLibrary {
    /// Its release, such as `3.40.1`.
    package static var version: String { String(cString: sqlite3_libversion()) }
}
