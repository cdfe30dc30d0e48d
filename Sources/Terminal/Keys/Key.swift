/// What a person did at the keyboard, or the terminal reported.
public enum Key: Sendable, Hashable {
    /// A letter or other text key, as typed.
    case character(Character)
    /// A key with a name.
    case named(Name, Modifiers = [])
    /// Control with a letter, lower case: Ctrl-A is `.control("a")`.
    case control(Character)
    /// Alt with any other key's letter.
    case alt(Character)
    /// Alt and control with a letter.
    case altControl(Character)
    /// Text pasted between the terminal's paste marks, as it came but valid UTF-8.
    case paste(String)
    /// The terminal gained or lost the focus.
    case focus(Bool)
    /// The mouse was used, while the terminal reports it (``Canvas/wantsMouse``).
    case mouse(MouseEvent)
    /// The terminal told whether its background is light or dark.
    case shade(Shade)
    /// Bytes that mean nothing to us; kept for the key viewer.
    case unknown([UInt8])

    /// Keys that have a name rather than a letter.
    public enum Name: Sendable, Hashable {
        case enter, tab, backTab, backspace, escape, delete, insert
        case up, down, left, right, home, end, pageUp, pageDown
        case function(Int)
    }

    /// Modifiers of a named key.
    public struct Modifiers: OptionSet, Sendable, Hashable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        public static let shift = Modifiers(rawValue: 1)
        public static let alt = Modifiers(rawValue: 2)
        public static let control = Modifiers(rawValue: 4)
    }
}
