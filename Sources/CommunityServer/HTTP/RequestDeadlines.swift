import Glibc
import Transport

/// By when each connection has to have brought its request.
///
/// The library's own limit begins anew with each byte, so that whoever sends one now and then keeps a connection for
/// good, and with enough of them everybody out.
final class RequestDeadlines: Sendable {
    private struct Entry {
        let descriptor: Int32
        /// Nil while nothing is waited for.
        var due: Duration?
        /// The connection has become a WebSocket, which has rules of its own.
        var isReleased = false
    }

    private let entries = Locked<[UInt: Entry]>([:])

    /// A connection has come. Its descriptor stays open until `closed` has returned.
    func opened(_ connection: UInt, descriptor: Int32, due: Duration) {
        entries.withLock { $0[connection] = Entry(descriptor: descriptor, due: due) }
    }

    /// Sets when a connection has to be done with what it sends; nil when it has sent all.
    func set(_ connection: UInt, due: Duration?) {
        entries.withLock { entries in
            guard entries[connection]?.isReleased == false else { return }
            entries[connection]?.due = due
        }
    }

    /// No deadline holds for a connection any more.
    func release(_ connection: UInt) {
        entries.withLock { entries in
            entries[connection]?.due = nil
            entries[connection]?.isReleased = true
        }
    }

    /// A connection is gone.
    func closed(_ connection: UInt) {
        entries.withLock { $0[connection] = nil }
    }

    /// Ends the connections whose time is over at `now`; the library closes them when it sees their end.
    func cutOff(at now: Duration) {
        entries.withLock { entries in
            for (connection, entry) in entries {
                guard let due = entry.due, due <= now else { continue }
                entries[connection]?.due = nil
                shutdown(entry.descriptor, Int32(SHUT_RDWR))
            }
        }
    }
}
