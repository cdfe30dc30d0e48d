/// How emoji are shown.
public enum EmojiForm: Sendable, Hashable {
    /// In the form that every terminal draws in one width: the first emoji of a sequence, the letters of a flag.
    case safe
    /// Whole, as far as the terminal draws such sequences in two columns.
    case modern(EmojiKinds)
    /// By name, as `:grinning_face:`.
    case text

    /// The form in which text is made safe here, and in all tasks that begin here.
    ///
    /// A value of the task, since text becomes safe in hundreds of places of a front and in one form in all of them.
    @TaskLocal public static var current = EmojiForm.safe
}

/// Kinds of emoji that terminals draw in different ways.
public struct EmojiKinds: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Several joined by U+200D, as families are.
    public static let joined = EmojiKinds(rawValue: 1)
    /// With a skin tone.
    public static let toned = EmojiKinds(rawValue: 2)
    /// A sign made an emoji by U+FE0F.
    public static let presented = EmojiKinds(rawValue: 4)
    /// Flags of two letters.
    public static let flags = EmojiKinds(rawValue: 8)
    /// A digit in a key.
    public static let keycaps = EmojiKinds(rawValue: 16)
    /// From Unicode 15 on, which the C library of some systems does not know.
    public static let recent = EmojiKinds(rawValue: 32)

    /// All of them.
    public static let all: EmojiKinds = [.joined, .toned, .presented, .flags, .keycaps, .recent]
}

extension EmojiKinds {
    /// One of each kind, and a joined one that no font has: a terminal that knows sequences by their rules draws that
    /// in two columns as well.
    private static let samples: [(kind: EmojiKinds, texts: [String])] = [
        (.joined, ["👨\u{200D}👩\u{200D}👧", "🐸\u{200D}🚗"]), (.toned, ["👍🏽"]), (.presented, ["❤\u{FE0F}"]),
        (.flags, ["🇫🇮"]), (.keycaps, ["1\u{FE0F}\u{20E3}"]), (.recent, ["\u{1FAE8}"]),
    ]

    /// The kinds that a terminal draws whole in two columns, found out by asking it where the cursor goes.
    ///
    /// Blocks for half a second if the terminal does not answer. What is typed meanwhile may be lost.
    /// - Returns: nil where it does not answer.
    package static func probed(on terminal: Int32) -> EmojiKinds? {
        guard let widths = TerminalProbe.widths(of: samples.flatMap(\.texts), on: terminal) else { return nil }
        return kinds(drawnIn: widths)
    }

    /// - Parameter widths: the columns of each of the samples.
    static func kinds(drawnIn widths: [Int]) -> EmojiKinds {
        var rest = widths[...]
        return samples.reduce(into: []) { kinds, sample in
            let own = rest.prefix(sample.texts.count)
            rest = rest.dropFirst(sample.texts.count)
            if own.count == sample.texts.count, own.allSatisfy({ $0 == 2 }) { kinds.insert(sample.kind) }
        }
    }
}
