// The standard library normalises in its core, but shows that to those alone who ask by this name; a table of our own
// would be the same data once more, and Foundation's is not linked.
@_spi(_Unicode) import Swift

/// One spelling for texts that people can't tell apart.
enum NormalText {
    /// Composed canonically (Unicode TR 15, form C).
    static func composed(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
        var result = String.UnicodeScalarView()
        for scalar in text._nfc { result.append(scalar) }
        return String(result)
    }

    /// The same for all cases and spellings of a text.
    static func folded(_ text: String) -> String { composed(text.lowercased()) }
}
