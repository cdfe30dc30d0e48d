import Glibc
import Transport

/// The turn of one program among those that open, or replace, a database.
struct OpeningTurn {
    private let descriptor: Int32
    /// In milliseconds; a turn takes a few, and one who waits for longer waits for a program that was stopped, or for one
    /// that carries over what is in a damaged database.
    static let patience = 1_000
    static let longPatience = 4_000

    init(in folder: String, patience: Int = Self.patience) throws(StoreFailure) {
        let path = "\(folder)/opening"
        descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw PrivateFolder.systemFailure(path, errno) }
        var waited = 0
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR, waited < patience else {
                close(descriptor)
                throw .busy(path: path)
            }
            // `flock` knows no limit of time, so it is asked again; this is the database's own thread.
            usleep(2_000)
            waited += 2
        }
    }

    func end() {
        close(descriptor)
    }
}
