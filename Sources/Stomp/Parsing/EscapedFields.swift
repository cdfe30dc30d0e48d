/// Which of the first 64 fields of a frame hold a backslash in their name or value.
struct EscapedFields {
    private(set) var names: UInt64 = 0
    private(set) var values: UInt64 = 0

    var isEmpty: Bool { names | values == 0 }

    @inline(__always)
    mutating func insert(_ field: Int, isInName: Bool) {
        let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: field)
        if isInName { names |= bit } else { values |= bit }
    }
}
