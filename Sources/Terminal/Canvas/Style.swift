/// How a cell looks.
public struct Style: Sendable, Hashable {
    /// The attributes a terminal can combine.
    public struct Attributes: OptionSet, Sendable, Hashable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        public static let bold = Attributes(rawValue: 1)
        public static let dim = Attributes(rawValue: 2)
        public static let italic = Attributes(rawValue: 4)
        public static let underline = Attributes(rawValue: 8)
        public static let reverse = Attributes(rawValue: 16)
    }

    /// A colour of the terminal's own or of the 256-colour palette.
    public enum Color: Sendable, Hashable {
        case terminalDefault
        case palette(UInt8)
    }

    /// The colour of the text.
    public var foreground: Color
    /// The colour behind the text.
    public var background: Color
    /// The attributes.
    public var attributes: Attributes

    /// Makes a style; without arguments it is the terminal's own.
    public init(
        foreground: Color = .terminalDefault,
        background: Color = .terminalDefault,
        attributes: Attributes = []
    ) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }

    /// The terminal's own colours, no attribute.
    public static let plain = Style()
}
