import Glibc
import SQLite
import Transport

extension StoreFailure {
    /// What an error of the database's thread means for the store at `path`.
    init(_ error: any Error, path: String) {
        switch error {
        case let failure as StoreFailure: self = failure
        case let failure as SQLiteFailure: self.init(failure, path: path)
        case let newer as NewerDatabase: self = .newer(path: path, found: newer.found, known: newer.known)
        case DatabaseRefusal.busy: self = .busy(path: path)
        case DatabaseRefusal.closed: self = .closed
        case is LostTransaction: self = .database(detail: "the transaction was taken back", statement: "COMMIT")
        default: self = .database(detail: "\(error)", statement: "")
        }
    }

    private init(_ failure: SQLiteFailure, path: String) {
        switch failure.primaryCode {
        case 11, 26: self = .corrupt(path: path)  // CORRUPT, NOTADB
        case 5, 6: self = .busy(path: path)  // BUSY, LOCKED
        case 13: self = .diskFull(path: path)  // FULL
        case 3, 8, 14, 23: self = .unwritable(path: path, detail: failure.message)  // PERM, READONLY, CANTOPEN, AUTH
        case 10: self = Self.inputOutput(failure, path: path)  // IOERR
        default: self = .database(detail: failure.message, statement: failure.statementName)
        }
    }

    private static func inputOutput(_ failure: SQLiteFailure, path: String) -> StoreFailure {
        // SQLite tells a full disk (ENOSPC) by a code of its own, and does not always know the number of others.
        let isWriting = failure.code == 778 || failure.code == 4874  // IOERR_WRITE, IOERR_SHMSIZE
        if [ENOSPC, EDQUOT, EFBIG].contains(failure.systemError) || (isWriting && failure.systemError == 0) {
            return .diskFull(path: path)
        }
        let isKnown = failure.systemError != 0
        return .unwritable(path: path, detail: isKnown ? systemErrorText(failure.systemError) : failure.message)
    }

    /// Whether it may work again without anything else being done: with room on the disk, or once it is writable.
    package var mayPass: Bool {
        switch self {
        case .unwritable, .diskFull, .busy: true
        case .newer, .corrupt, .setAside, .indexDamaged, .closed, .database: false
        }
    }

    /// Whether it says that the database can't be read, and nothing has been done about that.
    var isCorruption: Bool {
        if case .corrupt = self { return true }
        return false
    }
}
