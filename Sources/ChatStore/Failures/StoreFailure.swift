/// Why something could not be kept, or read; or what was lost because of that.
package enum StoreFailure: Error, Sendable, Hashable {
    /// The database was made by a later version of this program; it is left alone.
    case newer(path: String, found: Int, known: Int)
    /// The folder or the file can't be made or written: read-only, no rights, no such place.
    case unwritable(path: String, detail: String)
    case diskFull(path: String)
    /// The database can't be read, and could not be set aside.
    case corrupt(path: String)
    /// The database could not be read. It was set aside under the name given, and there is a new one.
    case setAside(path: String, name: String, Salvaged)
    /// What a search looks things up in was damaged, and is made anew from the messages.
    case indexDamaged(path: String)
    /// Somebody else holds it for too long, or too much waits to be written.
    case busy(path: String)
    case closed
    /// Anything else, with the statement's name.
    case database(detail: String, statement: String)
}

/// What was carried over from a database that was set aside, of that which exists nowhere else.
package struct Salvaged: Sendable, Hashable {
    /// Messages of our own that the server has not confirmed.
    package var messages = 0
    package var drafts = 0
    /// Messages in damaged parts that could not be carried over, at most so many; nil where that can't be told.
    package var lostMessages: Int? = 0
    /// Whether drafts may be missing.
    package var hasLostDrafts = false

    package init(messages: Int = 0, drafts: Int = 0, lostMessages: Int? = 0, hasLostDrafts: Bool = false) {
        self.messages = messages
        self.drafts = drafts
        self.lostMessages = lostMessages
        self.hasLostDrafts = hasLostDrafts
    }
}
