package import SQLite

/// Where a message stands in its thread: the order of the server, which the store keeps and never makes up.
///
/// A server's identifiers grow with time, as numbers where they are numbers, else letter by letter. Where a server names
/// no messages, as most brokers don't, the position counts arrivals.
package enum MessagePosition: Sendable, Hashable {
    case number(Int64)
    case name(String)
}

/// The order of messages, here and in SQLite: numbers before names, and names byte by byte.
extension MessagePosition: Comparable {
    package static func < (left: MessagePosition, right: MessagePosition) -> Bool {
        switch (left, right) {
        case (.number(let left), .number(let right)): left < right
        case (.number, .name): true
        case (.name, .number): false
        case (.name(let left), .name(let right)): left.utf8.lexicographicallyPrecedes(right.utf8)
        }
    }
}

extension MessagePosition: SQLiteBindable {
    package var sqliteValue: SQLiteValue {
        switch self {
        case .number(let number): .integer(number)
        case .name(let name): .text(name)
        }
    }
}

extension SQLiteRow {
    func position(_ column: Int32) -> MessagePosition {
        isText(column) ? .name(text(column)) : .number(integer(column))
    }
}
