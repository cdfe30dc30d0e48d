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

    /// A colour of the terminal's own, of the 256-colour palette, or one of all there are.
    public enum Color: Sendable, Hashable {
        case terminalDefault
        case palette(UInt8)
        /// Red, green and blue; the nearest there is where the terminal has less.
        case rgb(UInt8, UInt8, UInt8)
    }

    /// The colour of the text.
    public var foreground: Color
    /// The colour behind the text.
    public var background: Color
    /// The attributes.
    public var attributes: Attributes
    /// Which part of a picture the cell is, for a theme to know it by; 0 for none. The screen does not look at it.
    public var role: UInt8

    /// Makes a style; without arguments it is the terminal's own.
    public init(
        foreground: Color = .terminalDefault,
        background: Color = .terminalDefault,
        attributes: Attributes = [],
        role: UInt8 = 0
    ) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
        self.role = role
    }

    /// The terminal's own colours, no attribute.
    public static let plain = Style()
}
