public import Terminal

/// What a person has settled about the screen, in the configuration's `screen` object.
public struct ScreenSettings: Sendable, Equatable {
    /// Whether the terminal reports the mouse, from the start.
    public var usesMouse = true
    /// Whether the terminal is light or dark; nil asks it.
    public var shade: Shade?
    /// How the parts of the screen look, other than by themselves.
    public var theme = ThemeSettings()
    /// Which colours the terminal has; nil finds out.
    public var colors: ColorDepth?
    /// How many colours the terminal turned out to have; nil where nobody knows.
    var colorCount: Int?
    /// What keys do, other than by themselves.
    public var keys = KeyBindings()
    /// Where the parts of the screen are.
    public var layout = LayoutSettings()
    /// How threads and messages are shown.
    public var reading = ReadingSettings()

    /// When and how the person is told of what they don't see come; the `notifications` object.
    public var notifications = NotificationSettings()

    /// Everything as it is by itself.
    public init() {}
}
