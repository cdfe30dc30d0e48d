/// Where a message stands in its thread: the order of the server, which the store keeps and never makes up.
///
/// A server's identifiers grow with time, as numbers where they are numbers, else letter by letter. Where a server names
/// no messages, as most brokers don't, the position counts arrivals.
package enum MessagePosition: Sendable, Hashable, Comparable {
    // The order of the cases, and then of their values, is the order of messages, here and in SQLite.
    case number(Int64)
    case name(String)
}
