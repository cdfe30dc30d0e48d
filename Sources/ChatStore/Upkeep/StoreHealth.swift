/// How a store is: for a person who looks for what is wrong.
package struct StoreHealth: Sendable, Hashable {
    /// Of the database and its log.
    package var bytes: Int64
    package var threads: Int
    package var messages: Int
    /// Messages of our own that wait to be sent, and that failed or may not have arrived.
    package var waiting: Int
    package var undecided: Int
    package var drafts: Int
    /// What is damaged, in SQLite's words; nil where nothing was found.
    package var damage: String?
    /// Whether every page was looked at.
    package var isExaminedWhole: Bool
}
