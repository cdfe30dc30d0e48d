/// What the letters of a line are, as far as it shows.
struct InlineTraits: OptionSet, Sendable, Hashable {
    let rawValue: UInt8

    static let bold = InlineTraits(rawValue: 1)
    static let italic = InlineTraits(rawValue: 2)
    static let code = InlineTraits(rawValue: 4)
    static let link = InlineTraits(rawValue: 8)
    static let mention = InlineTraits(rawValue: 16)
    /// A sign that makes other letters look different, and is not drawn itself.
    static let sign = InlineTraits(rawValue: 32)
}
