/// What becomes of a scalar on its way to the terminal, and the columns it takes there.
///
/// The raw values are those of `Scripts/generate-widths`.
enum ScalarClass: UInt8 {
    /// One column.
    case narrow = 0
    /// Two columns.
    case wide = 1
    /// Drawn over the letter before it.
    case mark = 2
    /// Belongs to the letter before it, and takes a column in the C library and some terminals, but not in others.
    case spacingMark = 3
    /// Has no shape: joiners, zero-width spaces, variation selectors, tags.
    case ignored = 4
    /// C0, C1, DEL and the line separators.
    case control = 5
    /// Would change the direction of what follows.
    case bidirectional = 6
    /// Unassigned, private, or of a width terminals disagree about.
    case unknown = 7
    /// One half of a flag.
    case regionalIndicator = 8
    /// Colours the emoji before it.
    case skinTone = 9
    /// A letter that NFC writes otherwise.
    case recomposed = 10

    init(_ scalar: Unicode.Scalar) {
        let value = scalar.value
        switch value {
        case 0x20...0x7E: self = .narrow
        case 0xAC00...0xD7A3, 0x4E00...0x9FFF: self = .wide
        default: self = Self.lookUp(value)
        }
    }

    /// Finds the last range that begins at or before `value`.
    private static func lookUp(_ value: UInt32) -> ScalarClass {
        let table = table
        var low = 0
        var high = table.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if table[middle] >> 4 <= value { low = middle } else { high = middle }
        }
        return ScalarClass(rawValue: UInt8(table[low] & 15)) ?? .unknown
    }
}
