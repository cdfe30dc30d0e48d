/// Why something could not be kept, or read.
package enum StoreFailure: Error, Sendable, Hashable {
    /// The database was made by a later version of this program; it is left alone.
    case newer(path: String, found: Int, known: Int)
    /// The folder or the file can't be made or written: read-only, no rights, no such place.
    case unwritable(path: String, detail: String)
    case diskFull(path: String)
    /// The database can't be read; it was set aside under the name given, or could not be.
    case corrupt(path: String, setAside: String?)
    /// Somebody else holds it for too long, or too much waits to be written.
    case busy(path: String)
    case closed
    /// Anything else, with the statement's name.
    case database(detail: String, statement: String)
}
