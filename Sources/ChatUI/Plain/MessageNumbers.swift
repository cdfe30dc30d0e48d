import Chat

/// Short numbers by which a person names messages that stand in lines.
struct MessageNumbers: Sendable {
    /// A message by its names.
    struct Key: Sendable, Hashable {
        let community: String
        let thread: String
        /// The item's identifier in its thread.
        let item: String
    }

    private var numbers: [Key: Int] = [:]
    private var keys: [Int: Key] = [:]
    private var last = 0

    /// The most that are remembered.
    static let limit = 5000

    /// The number of a message; a message keeps the one it got first.
    mutating func number(of key: Key) -> Int {
        if let number = numbers[key] { return number }
        last += 1
        numbers[key] = last
        keys[last] = key
        if let old = keys.removeValue(forKey: last - MessageNumbers.limit) { numbers[old] = nil }
        return last
    }

    /// The number of a message that has one.
    func known(_ key: Key) -> Int? { numbers[key] }

    subscript(number: Int) -> Key? { keys[number] }

    /// A message has another identifier now.
    mutating func rename(_ old: Key, to new: Key) {
        guard old != new, let number = numbers.removeValue(forKey: old) else { return }
        numbers[new] = number
        keys[number] = new
    }
}
