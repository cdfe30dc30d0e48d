/// Where a message stands in its thread. A server's identifiers grow with time: as numbers where they are numbers, else
/// letter by letter.
enum MessageOrdinal: Sendable, Hashable, Comparable {
    // The order of the cases, and then of their values, is the order of messages.
    case number(UInt64)
    case longNumber(digitCount: Int, digits: String)
    case name(String)

    init(_ messageID: String) {
        let isNumber = !messageID.isEmpty && messageID.utf8.allSatisfy { (0x30...0x39).contains($0) }
        if !isNumber {
            self = .name(messageID)
        } else if let number = UInt64(messageID) {
            self = .number(number)
        } else {
            let digits = String(messageID.drop { $0 == "0" })
            self = .longNumber(digitCount: digits.utf8.count, digits: digits)
        }
    }
}
