import SQLite

/// Why the community can't be opened. One line for a person each.
package enum ServiceFault: Error, Sendable, Equatable {
    /// Another server has the data folder open.
    case inUse(folder: String)
    /// The database was written by a later version of this program.
    case newerDatabase(found: Int, known: Int)
    /// The system or SQLite refused.
    case unusable(folder: String, detail: String)
}

extension ServiceFault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .inUse(let folder):
            "Another server is running on \(folder): stop it first, or name another folder."
        case .newerDatabase(let found, let known):
            "The data is of version \(found) and this program knows up to \(known): use the newer program."
        case .unusable(let folder, let detail):
            "The data in \(folder) can't be opened: \(detail)."
        }
    }
}
